/* A chunk file that is being written: see file.h. */
#include "file.h"
#include "core.h"
#include "encode.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool write_all(int to, const uint8_t *p, size_t size) {
  while (size) {
    ssize_t n = collect_sys_write(to, p, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    p += n;
    size -= (size_t)n;
  }
  return true;
}

/* Whether the file is as we left it. False: errno says whether it was removed, moved away, replaced or cut by somebody. */
static bool is_as_left(const collect_file *f) {
  struct stat st;
  if (!f->fd || fstat(f->fd - 1, &st))
    return false;
  bool here = st.st_dev == f->device && st.st_ino == f->inode && st.st_nlink;
  errno = here ? ESTALE : ENOENT;
  return here && (uint64_t)st.st_size == f->size;
}

static bool file_open(collect_file *f) {
  if (f->fd)
    return true;
  if (f->broken || !f->path[0]) {
    errno = EIO;
    return false;
  }
  f->fd = f->reserved ? f->reserved : collect_output_open(f->path, O_RDWR | O_APPEND) + 1;
  if (is_as_left(f))
    return true;
  int why = errno;
  collect_file_rest(f); /* a later drain may find the file again */
  errno = why;
  return false;
}

void collect_file_rest(collect_file *f) {
  if (f->fd && f->fd != f->reserved)
    collect_sys_close(f->fd - 1);
  f->fd = 0;
}

void collect_file_reserve(collect_file *f) {
  if (!f->reserved && file_open(f)) {
    f->reserved = f->fd;
    f->fd = 0;
  }
}

/* Clears all but the index's memory. It makes no copy: at the start the stack may be small. */
static void file_clear(collect_file *f) {
  uint8_t *index = f->index;
  size_t index_bytes = f->index_bytes;
  memset(f, 0, sizeof *f);
  f->index = index;
  f->index_bytes = index_bytes;
}

bool collect_file_create(collect_file *f, const char *path, const uint8_t *header, size_t size) {
  struct stat st;
  int fd = collect_output_create(path, O_RDWR | O_APPEND);
  if (fd < 0)
    return false;
  bool made = fstat(fd, &st) == 0 && write_all(fd, header, size);
  int why = errno;
  collect_sys_close(fd);
  if (!made) {
    collect_output_remove(path);
    errno = why;
    return false;
  }
  file_clear(f);
  f->device = st.st_dev;
  f->inode = st.st_ino;
  f->size = size;
  memcpy(f->path, path, strlen(path) + 1);
  return true;
}

#define END_BYTES 16384 /* for the rows at the end, besides the footer: counts, ends of threads */

/* Allocates disk space up to there. True also if the file system cannot do that. */
static bool space_reserve(collect_file *f, uint64_t upto) {
  if (upto <= f->allocated)
    return true;
  if (collect_sys_reserve(f->fd - 1, (off_t)f->size, (off_t)(upto - f->size)) == 0) {
    f->allocated = upto;
    return true;
  }
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO)
    return false;
  f->allocated = UINT64_MAX;
  return true;
}

/* Undoes a write that was cut short, so that later chunks stay readable. */
static bool write_whole(collect_file *f, const uint8_t *p, size_t size) {
  if (write_all(f->fd - 1, p, size))
    return true;
  int why = errno;
  if (ftruncate(f->fd - 1, (off_t)f->size))
    f->broken = true;
  f->allocated = f->allocated == UINT64_MAX ? UINT64_MAX : 0;
  errno = why;
  return false;
}

static size_t chunk_bytes(const uint8_t *chunk) {
  uint32_t body;
  memcpy(&body, chunk + 48, sizeof body);
  return ROCZ_CHUNK_SIZE + (size_t)body;
}

static uint8_t *footer;
static size_t footer_bytes;

bool collect_file_append(collect_file *f, const uint8_t *chunks, size_t size, bool keep) {
  uint64_t n = f->chunks;
  for (size_t at = 0; at < size; at += chunk_bytes(chunks + at))
    n++;
  size_t end = rocz_footer_size(n + 1);
  if (!collect_memory_reserve(&f->index, &f->index_bytes, (size_t)n * ROCZ_INDEX_SIZE) || !collect_memory_reserve(&footer, &footer_bytes, end) || !file_open(f))
    return false;
  if (!space_reserve(f, f->size + size + end + (keep ? END_BYTES : 0)) || !write_whole(f, chunks, size))
    return false;
  for (size_t at = 0; at < size; at += chunk_bytes(chunks + at))
    rocz_encode_index(chunks + at, f->size + at, f->index + f->chunks++ * ROCZ_INDEX_SIZE);
  f->size += size;
  return true;
}

uint64_t collect_file_size_with(const collect_file *f, size_t more) { return f->size + more + rocz_footer_size(f->chunks + 1); }

bool collect_file_finish(collect_file *f) {
  size_t size = rocz_footer_size(f->chunks);
  if (!collect_memory_reserve(&footer, &footer_bytes, size) || !file_open(f))
    return false;
  size = rocz_encode_footer(f->index, f->chunks, f->size, footer, footer_bytes);
  bool written = size && write_whole(f, footer, size);
  if (written && f->allocated != UINT64_MAX && f->allocated > f->size + size && ftruncate(f->fd - 1, (off_t)(f->size + size)))
    written = true; /* the space behind the end is not given back, which does no harm */
  collect_file_rest(f);
  return written;
}

void collect_file_continue(collect_file *f) {
  int fd = f->reserved ? f->reserved - 1 : collect_output_open(f->path, O_RDWR | O_APPEND);
  struct stat st;
  if (fd < 0)
    return;
  if (fstat(fd, &st) || st.st_dev != f->device || st.st_ino != f->inode || ftruncate(fd, (off_t)f->size))
    f->broken = true;
  f->allocated = f->allocated == UINT64_MAX ? UINT64_MAX : 0;
  if (fd != f->reserved - 1)
    collect_sys_close(fd);
}

/* ---- one file takes the place of another ---- */

#define ANCHORS_KEPT 64 /* number of anchor chunks that are copied; times of calls that began before them use the header's anchor */

/* The parts of a footer's entry that are used here (rocz.h). */
typedef struct index_entry { uint64_t offset; uint16_t kind; uint32_t body_size; } index_entry;
static index_entry entry_at(const collect_file *f, uint64_t i) {
  const uint8_t *p = f->index + i * ROCZ_INDEX_SIZE;
  index_entry e;
  memcpy(&e.offset, p, 8);
  memcpy(&e.kind, p + 8, 2);
  memcpy(&e.body_size, p + 20, 4);
  return e;
}


static bool chunk_copy(const collect_file *f, const index_entry *e, collect_file *to) {
  static uint8_t *chunk;
  static size_t room;
  size_t size = ROCZ_CHUNK_SIZE + (size_t)e->body_size;
  if (!collect_memory_reserve(&chunk, &room, size))
    return false;
  for (size_t got = 0; got < size;) {
    ssize_t n = collect_sys_pread(f->fd - 1, chunk + got, size - got, (off_t)(e->offset + got));
    if (n <= 0 && !(n < 0 && errno == EINTR))
      return false;
    got += n > 0 ? (size_t)n : 0;
  }
  return collect_file_append(to, chunk, size, true);
}

#define INFO_KINDS 8
static uint16_t info_kind[INFO_KINDS]; /* declared kinds that are info */
static _Atomic uint32_t info_kinds;

void collect_info_kinds_none(void) { atomic_store(&info_kinds, 0); }
void collect_info_kind(uint16_t kind) {
  uint32_t n = atomic_load(&info_kinds);
  COLLECT_ASSERT(n < INFO_KINDS);
  if (n >= INFO_KINDS)
    return;
  info_kind[n] = kind;
  atomic_store(&info_kinds, n + 1);
}

bool collect_is_event(unsigned kind) {
  for (uint32_t i = 0; kind >= ROCZ_DECLARED && i < atomic_load(&info_kinds); i++)
    if (info_kind[i] == kind)
      return false;
  return kind >= ROCZ_CALL;
}

bool collect_file_copy_info(collect_file *f, collect_file *to) {
  uint64_t anchors = 0;
  if (!file_open(f))
    return false;
  for (uint64_t i = 0; i < f->chunks; i++)
    anchors += entry_at(f, i).kind == ROCZ_ANCHOR;
  for (uint64_t i = 0; i < f->chunks; i++) {
    index_entry e = entry_at(f, i);
    bool old = e.kind == ROCZ_ANCHOR && anchors-- > ANCHORS_KEPT;
    if (!collect_is_event(e.kind) && !old && !chunk_copy(f, &e, to))
      return false;
  }
  return true;
}

bool collect_file_replace(collect_file *f, collect_file *next) {
  collect_file old = *f;
  if (!collect_output_rename(next->path, f->path))
    return false;
  collect_file_rest(&old);
  if (old.reserved)
    collect_sys_close(old.reserved - 1);
  *f = *next;
  memcpy(f->path, old.path, sizeof f->path);
  next->index = old.index;
  next->index_bytes = old.index_bytes;
  file_clear(next);
  return true;
}

void collect_file_remove(collect_file *f) {
  collect_file_rest(f);
  if (f->reserved)
    collect_sys_close(f->reserved - 1);
  if (f->path[0] && collect_output_is(f->path, f->device, f->inode))
    collect_output_remove(f->path);
  file_clear(f);
}

void collect_file_forget(collect_file *f) { memset(f, 0, sizeof *f); }
