/* Files whose descriptors stay open: see metrics.h. Opening costs several times as much as reading. */
#include "core.h"
#include "metrics.h"
#include <stdio.h>

#define SECOND_NS 1000000000

static bool sysroot_parse(const char *value) { return *value == '/'; }
COLLECT_SETTING(sysroot) = {.name = "COLLECT_SYSROOT", .fallback = "", .order = 28, .parse = sysroot_parse, .expected = "an absolute path",
                            .help = "for tests: the folder below which metrics look for /proc and /sys"};

static uint64_t refused;
static const char *refused_folder, *refused_name;

static int file_open(const char *folder, const char *name) {
  char path[4096];
  int n = snprintf(path, sizeof path, "%s%s/%s", collect_text(&collect_sysroot_setting), folder, name);
  return n < 0 || (size_t)n >= sizeof path ? -1 : collect_sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
}

/* Whether it is the process that may have no more files, not this one that is absent. */
static bool is_want(int error) { return error == EMFILE || error == ENFILE || error == ENOMEM; }

static bool open_now(metrics_file *f, int64_t now) {
  if (f->opened)
    return true;
  if (now < f->again_ns)
    return false;
  int fd = file_open(f->folder, f->name);
  f->opened = fd + 1;
  f->absent = fd < 0 && errno == ENOENT;
  if (fd >= 0)
    return true;
  bool want = is_want(errno);
  f->again_ns = now + (want ? 1 : 10) * (int64_t)SECOND_NS;
  if (want) {
    refused++;
    refused_folder = f->folder;
    refused_name = f->name;
  }
  return false;
}

/* What the file describes is gone, a device or a group for example. Other errors pass: a GPU that is being reset, or is suspended. */
static bool is_gone(int error) { return error == ENODEV || error == ENXIO || error == ENOENT || error == ESRCH || error == ESTALE || error == EBADF; }

size_t metrics_file_read(metrics_file *f, int64_t now, void *to, size_t size) {
  if (!open_now(f, now))
    return 0;
  ssize_t n = collect_sys_pread(f->opened - 1, to, size - 1, 0);
  bool gone = n < 0 && is_gone(errno);
  /* In the program's own table the program may close a descriptor, and open another file by that number. */
  if (gone || !collect_chunk_own_descriptors())
    metrics_file_close(f);
  if (gone)
    f->again_ns = now + SECOND_NS;
  ((char *)to)[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

size_t metrics_file_read_once(const char *folder, const char *name, off_t at, void *to, size_t size) {
  int fd = file_open(folder, name);
  ssize_t n = fd < 0 ? -1 : collect_sys_pread(fd, to, size - 1, at);
  if (fd >= 0)
    collect_sys_close(fd);
  ((char *)to)[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

/* As the kernel writes it. */
typedef struct folder_entry { uint64_t inode; int64_t next; uint16_t size; uint8_t type; char name[]; } folder_entry;

void metrics_folder_each(const char *folder, bool (*fn)(const char *name, void *arg), void *arg) {
  _Alignas(8) char text[2048];
  int fd = file_open(folder, ".");
  bool more = true;
  for (long n; fd >= 0 && more && (n = syscall(SYS_getdents64, fd, text, sizeof text)) > 0;)
    for (long at = 0; at < n && more; at += ((const folder_entry *)(const void *)(text + at))->size)
      more = fn(((const folder_entry *)(const void *)(text + at))->name, arg);
  if (fd >= 0)
    collect_sys_close(fd);
}

void metrics_file_close(metrics_file *f) {
  if (f->opened)
    collect_sys_close(f->opened - 1);
  f->opened = 0;
}

void metrics_file_forked(metrics_file *f) {
  f->opened = 0;
  f->again_ns = 0;
}

uint64_t metrics_files_refused(const char **folder, const char **name) {
  *folder = refused_folder;
  *name = refused_name;
  return refused;
}

void metrics_files_forked(void) { refused = 0; }
