/* libotf2's functions, its memory, and its failures.
**
** The library always writes whole chunks, also at the end of a file. So files that are certainly small are written with smaller chunks (lane.c).
**
** It writes chunks of 4 MB directly. Smaller chunks it collects in blocks of 4 MB, and if such a block cannot be written it frees it twice. So larger files
** have chunks of 4 MB: then only the end of a file goes through a block, just before the file is closed, where this does no harm. After a failure the
** library is told to write nothing more, and releases its memory. It needs one chunk for each open file; a second one is refused, so that it writes the
** first. */
#include "library.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* The file names in Debian and of the library's own build. Both have the interface of version 3. */
static const char *const names[] = {"libopen-trace-format2.so.10", "libotf2.so.10"};
enum { NAMES = sizeof names / sizeof *names };

/* The first error that the library reported by its callback only, and whether an allocation for the library failed. */
static _Thread_local int failure;
static _Thread_local bool no_memory;

static int on_error(void *arg, const char *file, uint64_t line, const char *function, int code, const char *format, va_list args) {
  if (!failure) failure = code; /* the first error is the cause of later ones */
  return code;
}

int rocpd_otf2_open(rocpd_otf2_library *o, rocpd_error *err) {
  char why[NAMES][256];
  *o = (rocpd_otf2_library){0};
  for (int i = 0; i < NAMES && !o->handle; i++) {
    o->handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!o->handle) sqlite3_snprintf(sizeof why[i], why[i], "%s", dlerror());
  }
  if (!o->handle)
    return rocpd_fail(err, SQLITE_CANTOPEN, "the library that writes OTF2 cannot be loaded: %s; %s. Where it is missing, install it (Debian and Ubuntu: "
                      "apt-get install libopen-trace-format2-10; elsewhere OTF2 3.0 or later)", why[0], why[1]);
#define LOAD(type, name, parameters) \
  if (!(o->name = (__typeof__(o->name))dlsym(o->handle, "OTF2_" #name))) \
    return rocpd_fail(err, SQLITE_CANTOPEN, "the OTF2 library has no function OTF2_" #name);
  ROCPD_OTF2_FUNCTIONS(LOAD)
#undef LOAD
  rocpd_otf2_begin();
  o->before = o->Error_RegisterCallback(on_error, NULL);
  return SQLITE_OK;
}

void rocpd_otf2_close(rocpd_otf2_library *o) {
  if (o->before != on_error && o->handle && o->Error_RegisterCallback) o->Error_RegisterCallback(o->before, NULL);
  if (o->handle) dlclose(o->handle);
  *o = (rocpd_otf2_library){0};
}

void rocpd_otf2_begin(void) { failure = 0, no_memory = false; }
int rocpd_otf2_closed(int code) { return code ? code : failure ? failure : no_memory ? ROCPD_OTF2_ERROR_ENOMEM : ROCPD_OTF2_SUCCESS; }

/* The library calls malloc() for its own structures, and reports by one of these codes that it had none. */
static bool means_no_memory(int code) {
  return code == ROCPD_OTF2_ERROR_ENOMEM || code == ROCPD_OTF2_ERROR_MEM_FAULT || code == ROCPD_OTF2_ERROR_MEM_ALLOC_FAILED || (!code && errno == ENOMEM);
}

int rocpd_otf2_fail(const rocpd_otf2_library *o, const char *path, int code, rocpd_error *err) {
  if (failure) code = failure; /* later codes are consequences */
  bool memory = no_memory || means_no_memory(code);
  rocpd_otf2_begin();
  if (memory) return rocpd_no_memory(err);
  return rocpd_fail(err, SQLITE_IOERR, "%s: the OTF2 library: %s", path, code ? o->Error_GetDescription(code) : strerror(errno ? errno : EIO));
}

/* ---- what an archive asks back */

static uint8_t flush(void *arg, uint8_t file, uint64_t location, void *caller, bool final) {
  return rocpd_otf2_archive_stopped(arg) ? ROCPD_OTF2_NO_FLUSH : ROCPD_OTF2_FLUSH;
}

struct OTF2_FlushCallbacks {
  uint8_t (*before)(void *arg, uint8_t file, uint64_t location, void *caller, bool final);
  uint64_t (*after)(void *arg, uint8_t file, uint64_t location); /* NULL: flushes are not recorded as events */
};

/* The first lock is the archive's own. It must exist: without it the library would end the process when the archive is closed. */
static int create_lock(void *arg, pthread_mutex_t **out) {
  rocpd_otf2_archive *a = arg;
  *out = a->locked ? sqlite3_malloc64(sizeof **out) : &a->own;
  a->locked = true;
  no_memory |= !*out;
  return !*out || pthread_mutex_init(*out, NULL);
}

static int destroy_lock(void *arg, pthread_mutex_t *lock) {
  rocpd_otf2_archive *a = arg;
  if (lock) pthread_mutex_destroy(lock);
  if (lock != &a->own) sqlite3_free(lock);
  return 0;
}

static int lock(void *arg, pthread_mutex_t *lock) { return pthread_mutex_lock(lock) != 0; }
static int unlock(void *arg, pthread_mutex_t *lock) { return pthread_mutex_unlock(lock) != 0; }

struct OTF2_LockingCallbacks {
  void (*release)(void *arg);
  int (*create)(void *arg, pthread_mutex_t **out);
  int (*destroy)(void *arg, pthread_mutex_t *lock);
  int (*lock)(void *arg, pthread_mutex_t *lock);
  int (*unlock)(void *arg, pthread_mutex_t *lock);
};

/* ---- memory */

typedef struct rocpd_otf2_chunk {
  struct rocpd_otf2_chunk *next;
  bool used;
  uint8_t bytes[];
} chunk;
enum { END = 16 }; /* size of the end mark that is written if the last chunk was full and could not be written */

static chunk *take_chunk(rocpd_otf2_archive *a, uint64_t size) {
  pthread_mutex_lock(&a->mutex);
  chunk *c = a->idle;
  if (c) a->idle = c->next;
  pthread_mutex_unlock(&a->mutex);
  if (!c) c = sqlite3_malloc64(sizeof *c + size + END);
  no_memory |= !c;
  if (c) c->used = false;
  return c;
}

/* *own: the chunk of the file. */
static void *allocate(void *arg, uint8_t file, uint64_t location, void **own, uint64_t size) {
  chunk *c = *own ? *own : take_chunk(arg, size);
  *own = c;
  if (!c || c->used) return NULL;
  c->used = true;
  return c->bytes;
}

static void free_all(void *arg, uint8_t file, uint64_t location, void **own, bool final) {
  rocpd_otf2_archive *a = arg;
  chunk *c = *own;
  if (c) c->used = false;
  if (!c || !final) return;
  pthread_mutex_lock(&a->mutex);
  c->next = a->idle, a->idle = c;
  pthread_mutex_unlock(&a->mutex);
  *own = NULL;
}

struct OTF2_MemoryCallbacks {
  void *(*allocate)(void *arg, uint8_t file, uint64_t location, void **own, uint64_t size);
  void (*free_all)(void *arg, uint8_t file, uint64_t location, void **own, bool final);
};

/* ---- archives */

static int set_up(const rocpd_otf2_library *o, rocpd_otf2_archive *a) {
  static const struct OTF2_FlushCallbacks flushes = {flush, NULL};
  static const struct OTF2_MemoryCallbacks memory = {allocate, free_all};
  static const struct OTF2_LockingCallbacks locks = {NULL, create_lock, destroy_lock, lock, unlock};
  int code = o->Archive_SetFlushCallbacks(a->at, &flushes, a);
  if (!code) code = o->Archive_SetMemoryCallbacks(a->at, &memory, a);
  if (!code) code = o->Archive_SetLockingCallbacks(a->at, &locks, a);
  if (!code) code = o->Archive_SetSerialCollectiveCallbacks(a->at);
  if (!code) code = o->Archive_OpenEvtFiles(a->at);
  return code ? code : o->Archive_OpenDefFiles(a->at);
}

bool rocpd_otf2_archive_open(const rocpd_otf2_library *o, const char *folder, const char *name, uint64_t size, rocpd_otf2_archive *a, int *code) {
  a->begun = true, a->chunk = size;
  pthread_mutex_init(&a->mutex, NULL);
  a->at = o->Archive_Open(folder, name, ROCPD_OTF2_WRITE, size, ROCPD_OTF2_CHUNK, ROCPD_OTF2_POSIX, ROCPD_OTF2_NO_COMPRESSION);
  *code = a->at ? set_up(o, a) : 0;
  return a->at && !*code;
}

int rocpd_otf2_archive_close(const rocpd_otf2_library *o, rocpd_otf2_archive *a) {
  int code = a->at ? rocpd_otf2_closed(o->Archive_Close(a->at)) : 0;
  a->at = NULL;
  for (chunk *c; (c = a->idle); sqlite3_free(c)) a->idle = c->next;
  if (a->begun) pthread_mutex_destroy(&a->mutex);
  a->begun = a->locked = false;
  return code;
}
