/* The .rocz file: created with its header, chunks appended, the footer at the end.
**
** The descriptor is open only during a drain: a program that closes descriptors it
** does not know (daemons do) cannot hurt, and none of its numbers is taken. Where the
** writer has descriptors of its own, one is reserved. A write
** that was cut short is taken back, so that what follows stays readable. */
#include "core.h"
#include "encode.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

static char file_path[4096];
static dev_t file_device;
static ino_t file_inode;
static uint64_t file_size;
static int fd = -1, reserved = -1;
static bool broken; /* what is in the file can no longer be trusted to be ours */

static rocz_encoder *encoder;
static uint8_t *out;
static size_t out_capacity;
static uint8_t *index_entries;
static size_t index_bytes;
static _Atomic uint64_t chunks; /* written; read by who waits at exit */

/* Rows so far of a kind and lane. */
typedef struct lane_rows { uint64_t key, rows; } lane_rows;
static lane_rows *lane_table; /* key 0 free */
static size_t lane_slots, lane_count;

/* ---- the file ---- */

static bool write_all(int to, const uint8_t *p, size_t size) {
  while (size) {
    ssize_t n = write(to, p, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    p += n;
    size -= (size_t)n;
  }
  return true;
}

static bool file_open(void) {
  if (fd >= 0)
    return true;
  if (broken || !file_path[0])
    return false;
  fd = open(file_path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 && errno != ENOENT)
    fd = reserved;
  struct stat st;
  if (fd >= 0 && fstat(fd, &st) == 0 && st.st_dev == file_device && st.st_ino == file_inode && (uint64_t)st.st_size == file_size)
    return true;
  /* Moved away, replaced or cut by someone: a later drain may find it again. */
  collect_chunk_end();
  return false;
}

void collect_chunk_reserve(void) {
  if (file_open()) {
    reserved = fd;
    fd = -1;
  }
}

static bool file_append(const uint8_t *p, size_t size) {
  if (!file_open())
    return false;
  if (!write_all(fd, p, size)) {
    if (ftruncate(fd, (off_t)file_size))
      broken = true;
    return false;
  }
  file_size += size;
  return true;
}

void collect_chunk_end(void) {
  if (fd >= 0 && fd != reserved)
    close(fd);
  fd = -1;
}

/* ---- creation ---- */

static bool header_write(int to, const uint8_t file_id[16], int64_t start_ns) {
  static uint8_t bytes[80 << 10];
  static char props[64 << 10];
  rocz_header h = {.pid = (uint32_t)getpid(), .ppid = (uint32_t)getppid(), .start_ns = start_ns,
                   .props = props, .props_size = collect_props(props, sizeof props)};
  memcpy(h.file_id, file_id, 16);
  collect_run_id(h.run_id);
  collect_clock_calibrate(&h.anchor);
  h.tsc_hz = collect_tsc_hz;
  if (!collect_tsc_hz)
    h.anchor.tsc = 0;
  size_t size = rocz_encode_header(&h, bytes, sizeof bytes);
  file_size = size;
  return size && write_all(to, bytes, size);
}

static void random_id(uint8_t id[16]) {
  if (getrandom(id, 16, GRND_NONBLOCK) != 16) {
    int64_t seed[2] = {collect_boottime_ns(), ((int64_t)getpid() << 32) ^ collect_ticks()};
    memcpy(id, seed, 16);
  }
  id[6] = (uint8_t)((id[6] & 0x0f) | 0x40); /* a random UUID */
  id[8] = (uint8_t)((id[8] & 0x3f) | 0x80);
}

static bool encoder_make(void) {
  if (!encoder) {
    void *memory = collect_memory_grow(NULL, 0, ROCZ_ENCODER_SIZE);
    encoder = memory ? rocz_encoder_init(memory, ROCZ_ENCODER_SIZE) : NULL;
  }
  return encoder != NULL;
}

/* A new file in the folder, named by host, process and start. -1: errno says why. */
static int file_create(const char *folder, int64_t start_ns, char *path, size_t path_size) {
  char host[65] = "";
  gethostname(host, sizeof host - 1);
  for (char *c = host; *c; c++)
    if (*c == '/')
      *c = '_';
  int to = -1;
  errno = EEXIST;
  for (int tries = 0; to < 0 && errno == EEXIST && tries < 100; tries++, start_ns++) {
    int n = snprintf(path, path_size, "%s/%s-%d-%lld.rocz", folder, host, (int)getpid(), (long long)start_ns);
    if (n < 0 || (size_t)n >= path_size - 8) {
      errno = ENAMETOOLONG;
      return -1;
    }
    to = collect_output_create(path, O_WRONLY | O_APPEND);
  }
  return to;
}

bool collect_chunk_open(int64_t start_ns, char *path, size_t path_size, uint8_t file_id[16]) {
  static char folder[4096];
  path[0] = 0;
  if (!collect_output_folder(start_ns, folder, sizeof folder) || !encoder_make()) {
    snprintf(path, path_size, "%s", folder[0] ? folder : collect_text(&collect_output_setting));
    return false;
  }
  int to = file_create(folder, start_ns, path, path_size);
  if (to < 0)
    return false;
  struct stat st;
  random_id(file_id);
  bool made = fstat(to, &st) == 0 && header_write(to, file_id, start_ns);
  int why = errno;
  close(to);
  if (!made) {
    unlink(path);
    errno = why;
    return false;
  }
  file_device = st.st_dev;
  file_inode = st.st_ino;
  memcpy(file_path, path, strlen(path) + 1);
  return true;
}

void collect_chunk_reset(void) {
  fd = reserved = -1; /* the parent's writer's, in a table of its own */
  broken = false;
  file_path[0] = 0;
  /* The parent's writer may have been in the middle of anything: new memory for all. */
  encoder = NULL;
  out = index_entries = NULL;
  lane_table = NULL;
  out_capacity = index_bytes = lane_slots = lane_count = 0;
  chunks = 0;
}

/* ---- chunks ---- */

uint64_t collect_chunk_count(void) { return atomic_load_explicit(&chunks, memory_order_relaxed); }

static bool lanes_grow(void) {
  size_t n = lane_slots ? lane_slots * 2 : 1024;
  lane_rows *fresh = collect_memory_grow(NULL, 0, n * sizeof *fresh);
  if (!fresh)
    return false;
  for (size_t i = 0; i < lane_slots; i++) {
    if (!lane_table[i].key)
      continue;
    size_t at = (size_t)(lane_table[i].key * 0x9E3779B97F4A7C15u >> 20) & (n - 1);
    while (fresh[at].key)
      at = (at + 1) & (n - 1);
    fresh[at] = lane_table[i];
  }
  lane_table = fresh;
  lane_slots = n;
  return true;
}

static lane_rows *lane_find(int kind, uint32_t lane) {
  if (lane_count * 2 >= lane_slots && !lanes_grow())
    return NULL;
  uint64_t key = (uint64_t)kind << 32 | lane;
  size_t at = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & (lane_slots - 1);
  while (lane_table[at].key && lane_table[at].key != key)
    at = (at + 1) & (lane_slots - 1);
  if (!lane_table[at].key) {
    lane_table[at] = (lane_rows){key, 0};
    lane_count++;
  }
  return &lane_table[at];
}

static bool rows_write(rocz_rows *rows, size_t text_size) {
  lane_rows *lane = lane_find(rows->kind, rows->lane);
  if (!lane || !collect_memory_reserve(&out, &out_capacity, rows->declared ? rocz_chunk_bound_of(rows->declared, rows->rows, text_size) : rocz_chunk_bound(rows->kind, rows->rows, text_size)) ||
      !collect_memory_reserve(&index_entries, &index_bytes, (size_t)(chunks + 1) * ROCZ_INDEX_SIZE))
    return false;
  rows->first_row = lane->rows;
  size_t size = rocz_encode_chunk(encoder, rows, out, out_capacity);
  if (!size)
    return false;
  rocz_encode_index(out, file_size, index_entries + chunks * ROCZ_INDEX_SIZE);
  if (!file_append(out, size))
    return false;
  chunks++;
  lane->rows += rows->rows;
  return true;
}

/* Strings that no chunk has yet: they go before what refers to them. */
static bool strings_write(void) {
  for (;;) {
    const int64_t *lengths;
    const char *text;
    size_t text_size;
    uint64_t first;
    uint32_t n = collect_strings_pending(&lengths, &text, &text_size, &first);
    if (!n)
      return true;
    const int64_t *column[1] = {lengths};
    rocz_rows rows = {.kind = ROCZ_STRING, .rows = n, .column = column, .text = text, .min_time = 1, .max_time = 0};
    if (!rows_write(&rows, text_size))
      return false;
    collect_strings_written(n);
  }
}

static bool rows_try(rocz_rows *rows) {
  /* Lost while the rows were made of it: who knows what they are. */
  if (!collect_live_lost() && strings_write() && rows_write(rows, 0))
    return true;
  collect_count(ROCZ_N_WRITE_ERRORS, 1);
  return false;
}

bool collect_chunk_try(int kind, uint32_t lane, uint32_t rows, const int64_t *const *column, uint64_t position,
                       int64_t min_time, int64_t max_time) {
  return rows_try(&(rocz_rows){.kind = (uint16_t)kind, .lane = lane, .rows = rows, .column = column, .position = position,
                               .min_time = min_time, .max_time = max_time});
}

bool collect_write_rows(rocz_rows *rows) {
  if (rows_try(rows))
    return true;
  collect_count(ROCZ_N_ROWS_LOST, rows->rows);
  return false;
}

bool collect_write_chunk(int kind, uint32_t lane, uint32_t rows, const int64_t *const *column, uint64_t position,
                         int64_t min_time, int64_t max_time) {
  return !rows || collect_write_rows(&(rocz_rows){.kind = (uint16_t)kind, .lane = lane, .rows = rows, .column = column, .position = position,
                                                  .min_time = min_time, .max_time = max_time});
}

int64_t collect_write_string(const char *text, size_t size) {
  bool fresh;
  return text ? collect_string_id(text, size, &fresh) : 0;
}

bool collect_chunk_close(void) {
  size_t size = rocz_footer_size(chunks);
  if (!collect_memory_reserve(&out, &out_capacity, size))
    return false;
  size = rocz_encode_footer(index_entries, chunks, file_size, out, out_capacity);
  bool written = size && file_append(out, size);
  collect_chunk_end();
  return written;
}

COLLECT_MODULE(chunks) = {.name = "chunks", .forked = collect_chunk_reset};
