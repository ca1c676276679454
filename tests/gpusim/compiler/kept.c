/* A libamd_comgr.so.2 beside the software GPU, which passes on to ROCm's and caches its results.
**
** Each process that starts HIP compiles HIP's kernels for copies and fills anew, which takes two thirds of a small program's
** time. A step with the same input gives the same result. So the result is kept in a file in the folder "compiled" beside this
** library, named by a hash of the input. If the file is missing, damaged or cannot be written, the step is done as usual.
**
** All other functions are those of ROCm's library, to which this one is linked by path (Makefile). dlsym() looks there, too. */
#define _GNU_SOURCE
#include <amd_comgr.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef amd_comgr_status_t step(amd_comgr_action_kind_t, amd_comgr_action_info_t, amd_comgr_data_set_t, amd_comgr_data_set_t);

/* A growing sequence of bytes. failed: there was no memory, or comgr refused to tell something. */
typedef struct kept_bytes {
  uint8_t *byte;
  size_t n, capacity;
  bool failed;
} kept_bytes;

/* Makes room for n more bytes. NULL: there is no memory. */
static void *more(kept_bytes *b, size_t n) {
  if (!b->failed && b->n + n > b->capacity) {
    uint8_t *grown = realloc(b->byte, 2 * b->capacity + n);
    b->failed = !grown;
    if (grown)
      b->byte = grown, b->capacity = 2 * b->capacity + n;
  }
  if (b->failed)
    return NULL;
  b->n += n;
  return b->byte + b->n - n;
}

static void put(kept_bytes *b, const void *from, size_t n) {
  void *to = more(b, n);
  if (to && n)
    memcpy(to, from, n);
}
static void put_number(kept_bytes *b, uint64_t n) { put(b, &n, sizeof n); }
static void check(kept_bytes *b, amd_comgr_status_t s) { b->failed |= s != AMD_COMGR_STATUS_SUCCESS; }

/* Appends something that comgr returns in two calls: first its size, then the bytes. */
#define PUT_TEXT(b, get, ...)                         \
  do {                                                \
    size_t size_ = 0;                                 \
    check(b, get(__VA_ARGS__, &size_, NULL));         \
    put_number(b, size_);                             \
    char *to_ = more(b, size_);                       \
    if (to_)                                          \
      check(b, get(__VA_ARGS__, &size_, to_));        \
  } while (0)

/* Appends all data of a set: kind, name, bytes. Leaves out empty data, which are empty logs: comgr cannot make such data. */
static void put_set(kept_bytes *b, amd_comgr_data_set_t set) {
  for (int kind = AMD_COMGR_DATA_KIND_SOURCE; kind <= AMD_COMGR_DATA_KIND_LAST; kind++) {
    size_t n = 0;
    if (amd_comgr_action_data_count(set, (amd_comgr_data_kind_t)kind, &n) != AMD_COMGR_STATUS_SUCCESS)
      continue; /* no such kind */
    for (size_t i = 0; i < n && !b->failed; i++) {
      amd_comgr_data_t data;
      check(b, amd_comgr_action_data_get_data(set, (amd_comgr_data_kind_t)kind, i, &data));
      if (b->failed)
        return;
      size_t size = 0;
      check(b, amd_comgr_get_data(data, &size, NULL));
      if (!size) {
        amd_comgr_release_data(data);
        continue;
      }
      put_number(b, (uint64_t)kind);
      PUT_TEXT(b, amd_comgr_get_data_name, data);
      PUT_TEXT(b, amd_comgr_get_data, data);
      amd_comgr_release_data(data);
    }
  }
}

/* Appends everything that the result depends on, except the working directory, which HIP does not set. (If it is not set, comgr
** ends with SIGSEGV when asked for it.) */
static void put_question(kept_bytes *b, amd_comgr_action_kind_t kind, amd_comgr_action_info_t info, amd_comgr_data_set_t input, const struct stat *compiler) {
  amd_comgr_language_t language = AMD_COMGR_LANGUAGE_NONE;
  bool logging = false;
  size_t options = 0;
  check(b, amd_comgr_action_info_get_language(info, &language));
  check(b, amd_comgr_action_info_get_logging(info, &logging));
  check(b, amd_comgr_action_info_get_option_list_count(info, &options));
  const uint64_t number[] = {kind, language, logging, options, (uint64_t)compiler->st_ino, (uint64_t)compiler->st_size, (uint64_t)compiler->st_mtim.tv_sec};
  put(b, number, sizeof number);
  PUT_TEXT(b, amd_comgr_action_info_get_isa_name, info);
  for (size_t i = 0; i < options; i++)
    PUT_TEXT(b, amd_comgr_action_info_get_option_list_item, info, i);
  put_set(b, input);
}

/* Takes n bytes. NULL: fewer are left. */
static const uint8_t *take(const uint8_t **at, const uint8_t *end, uint64_t n) {
  const uint8_t *from = *at;
  if (n > (uint64_t)(end - from))
    return NULL;
  *at += n;
  return from;
}
static bool take_number(const uint8_t **at, const uint8_t *end, uint64_t *n) {
  const uint8_t *from = take(at, end, sizeof *n);
  if (from)
    memcpy(n, from, sizeof *n);
  return from;
}

/* Reads a set. False: it is not one, or is cut. */
static bool take_set(const uint8_t *at, const uint8_t *end, amd_comgr_data_set_t set) {
  while (at < end) {
    uint64_t kind, named, size;
    const uint8_t *name, *bytes;
    if (!take_number(&at, end, &kind) || !take_number(&at, end, &named) || !(name = take(&at, end, named)) || !take_number(&at, end, &size) ||
        !(bytes = take(&at, end, size)))
      return false;
    amd_comgr_data_t data;
    if (amd_comgr_create_data((amd_comgr_data_kind_t)kind, &data) != AMD_COMGR_STATUS_SUCCESS)
      return false;
    bool ok = amd_comgr_set_data(data, size, (const char *)bytes) == AMD_COMGR_STATUS_SUCCESS &&
      (!named || name[named - 1] || amd_comgr_set_data_name(data, (const char *)name) == AMD_COMGR_STATUS_SUCCESS) &&
      amd_comgr_data_set_add(set, data) == AMD_COMGR_STATUS_SUCCESS;
    amd_comgr_release_data(data);
    if (!ok)
      return false;
  }
  return true;
}

/* A cached file ends with a hash of the bytes before it. */
static bool read_kept(const char *path, amd_comgr_data_set_t result) {
  struct stat st;
  bool ok = false;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  uint8_t *bytes = fd >= 0 && fstat(fd, &st) == 0 && st.st_size >= 8 ? malloc((size_t)st.st_size) : NULL;
  if (bytes && read(fd, bytes, (size_t)st.st_size) == st.st_size) {
    uint64_t hash;
    const uint8_t *end = bytes + st.st_size - sizeof hash;
    memcpy(&hash, end, sizeof hash);
    ok = XXH3_64bits(bytes, (size_t)(end - bytes)) == hash && take_set(bytes, end, result);
  }
  free(bytes);
  if (fd >= 0)
    close(fd);
  return ok;
}

static void write_kept(const char *path, amd_comgr_data_set_t result) {
  kept_bytes b = {0};
  char temporary[4200];
  put_set(&b, result);
  put_number(&b, b.failed ? 0 : XXH3_64bits(b.byte, b.n));
  snprintf(temporary, sizeof temporary, "%s.%d", path, (int)getpid());
  int fd = b.failed ? -1 : open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0) {
    bool whole = write(fd, b.byte, b.n) == (ssize_t)b.n;
    if (close(fd) || !whole || rename(temporary, path))
      unlink(temporary);
  }
  free(b.byte);
}

/* The path of the file with the result of a step. "": it cannot be cached. */
static void name_kept(char *path, size_t size, amd_comgr_action_kind_t kind, amd_comgr_action_info_t info, amd_comgr_data_set_t input, void *real) {
  kept_bytes b = {0};
  struct stat compiler;
  Dl_info ours, theirs;
  *path = 0;
  if (!dladdr((void *)name_kept, &ours) || !dladdr(real, &theirs) || stat(theirs.dli_fname, &compiler))
    return;
  put_question(&b, kind, info, input, &compiler);
  if (!b.failed) {
    XXH128_hash_t h = XXH3_128bits(b.byte, b.n);
    int folder = snprintf(path, size, "%.*s/compiled", (int)(strrchr(ours.dli_fname, '/') - ours.dli_fname), ours.dli_fname);
    mkdir(path, 0777);
    snprintf(path + folder, size - (size_t)folder, "/%016llx%016llx", (unsigned long long)h.high64, (unsigned long long)h.low64);
  }
  free(b.byte);
}

__attribute__((visibility("default"))) amd_comgr_status_t amd_comgr_do_action(amd_comgr_action_kind_t kind, amd_comgr_action_info_t info,
                                                                              amd_comgr_data_set_t input, amd_comgr_data_set_t result) {
  char path[4096];
  step *real = (step *)dlsym(RTLD_NEXT, "amd_comgr_do_action");
  if (!real)
    return AMD_COMGR_STATUS_ERROR;
  name_kept(path, sizeof path, kind, info, input, (void *)real);
  if (*path && read_kept(path, result))
    return AMD_COMGR_STATUS_SUCCESS;
  amd_comgr_data_set_remove(result, AMD_COMGR_DATA_KIND_UNDEF); /* removes data of all kinds */
  amd_comgr_status_t s = real(kind, info, input, result);
  if (*path && s == AMD_COMGR_STATUS_SUCCESS)
    write_kept(path, result);
  return s;
}
