/* When a failure stops an OTF2 export, other threads find that libotf2 has not written what they wanted. The failure is the reason that is reported, never
** what it led to. */
#include <dlfcn.h>
#include <errno.h>
#include "otf2.h"
#include "test.h"

static sqlite3_mem_methods real;
static long countdown; /* allocations until "another thread" fails */
static rocpd_otf2 first;

/* All that happens in between allocates; so this is called at each place where another thread may fail. */
static void *counting_malloc(int n) {
  if (countdown > 0 && !--countdown) rocpd_otf2_stop_all(&first.all);
  return real.xMalloc(n);
}

static rocpd_export x;
static rocpd_writer w;
static rocpd_error err;

static int begin(void) {
  char *command = sqlite3_mprintf("rm -rf '%s/o' && mkdir '%s/o'", test_tmp(), test_tmp());
  int rc = system(command);
  sqlite3_free(command);
  first = (rocpd_otf2){.all = {.name = "traces"}};
  x = (rocpd_export){.mutex = PTHREAD_MUTEX_INITIALIZER, .writers = {.at = &w, .n = 1}};
  w = (rocpd_writer){.x = &x, .state = &first};
  x.folder.path = x.folder.temp = sqlite3_mprintf("%s/o", test_tmp());
  rc = rc ? SQLITE_ERROR : rocpd_otf2_open(&first.all.lib, &err);
  return rc ? rc : rocpd_otf2_open_archives(&w, &err);
}

static void end(void) {
  rocpd_otf2_stop_all(&first.all);
  for (int i = 0; i < ROCPD_OTF2_ARCHIVES; i++)
    if (first.all.archive[i].begun) rocpd_otf2_archive_close(&first.all.lib, &first.all.archive[i]);
  rocpd_otf2_close(&first.all.lib);
  sqlite3_free(first.all.place), sqlite3_free(x.folder.temp);
  rocpd_error_clear(&err);
}

/* Writes a location with one event. */
static int write_place(uint64_t bytes) {
  rocpd_otf2_place p = {.name = "one"};
  struct OTF2_EvtWriter_struct *out;
  int rc = rocpd_otf2_begin_place(&w, bytes, &p, &out, &err);
  int code = rc ? 0 : first.all.lib.EvtWriter_Enter(out, NULL, 1, 0);
  if (code) rc = rocpd_otf2_failed(&w, code, &err);
  return rc ? rc : rocpd_otf2_end_place(&w, out, &p, &err);
}

/* At each allocation another thread fails, until one is not reached. */
static long interrupt_all(uint64_t bytes) {
  long interrupted = 0;
  for (long n = 1;; n++) {
    CHECK_INT(begin(), SQLITE_OK);
    countdown = n;
    int rc = write_place(bytes);
    bool reached = !countdown;
    countdown = 0;
    CHECK(rc == SQLITE_OK || (reached && rc == SQLITE_INTERRUPT && !strcmp(err.message, "interrupted")));
    if (rc && rc != SQLITE_INTERRUPT) printf("  at allocation %ld: %d (%s)\n", n, rc, err.message);
    interrupted += rc == SQLITE_INTERRUPT;
    end();
    if (!reached || n > 1000) return interrupted;
  }
}

/* Failures of the library after the first one. */
static void first_is_the_reason(void) {
  CHECK_INT(begin(), SQLITE_OK);
  errno = ENOSPC;
  CHECK_INT(rocpd_otf2_failed(&w, 0, &err), SQLITE_IOERR);
  CHECK(strstr(err.message, "No space left"));
  rocpd_error_clear(&err);
  CHECK_INT(rocpd_otf2_failed(&w, ROCPD_OTF2_ERROR_MEM_FAULT, &err), SQLITE_INTERRUPT);
  end();
}

static void no_memory(int code, int number) {
  CHECK_INT(begin(), SQLITE_OK);
  errno = number;
  CHECK_INT(rocpd_otf2_failed(&w, code, &err), SQLITE_NOMEM);
  end();
}

int main(void) {
  void *library = dlopen("libopen-trace-format2.so.10", RTLD_NOW);
  if (!library) library = dlopen("libotf2.so.10", RTLD_NOW);
  if (!library) return puts("needs libotf2"), 77;
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods counting = real;
  counting.xMalloc = counting_malloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
  CHECK(interrupt_all(ROCPD_OTF2_CHUNK) > 1);
  CHECK(interrupt_all(1) > 1);
  first_is_the_reason();
  no_memory(ROCPD_OTF2_ERROR_ENOMEM, 0), no_memory(ROCPD_OTF2_ERROR_MEM_FAULT, 0), no_memory(ROCPD_OTF2_ERROR_MEM_ALLOC_FAILED, 0), no_memory(0, ENOMEM);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
