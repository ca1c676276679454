/* The .rocz file: created with its header, chunks appended, the footer at the end. It is the first sink of rows (sink.h). Chunks of
** events that belong together (a thread's calls, their arguments, ...) are gathered and written in one go: either all of them are
** in the file, or none is and their rows stay in a ring.
**
** COLLECT_MAX_MB limits the size. With COLLECT_KEEP=first the recording ends at the limit. With COLLECT_KEEP=newest a second
** file, NAME.rocz.next, is begun once the first has a third of the limit. It begins with all info rows so far, and every further
** chunk goes to both files. When both together reach the limit, the second takes the place of the first. So the path always leads
** to a whole file, whenever the process is killed, and no rows but info rows are ever read back. */
#include "core.h"
#include "encode.h"
#include "file.h"
#include "room.h"
#include "sink.h"
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

COLLECT_SETTING(max_mb) = {.name = "COLLECT_MAX_MB", .type = COLLECT_NUMBER, .fallback = "0", .least = 0, .most = 1 << 20, .order = 3,
                           .help = "maximum size of a process's trace file in MB; 0: no limit"};
enum { KEEP_FIRST, KEEP_NEWEST };
COLLECT_SETTING(keep) = {.name = "COLLECT_KEEP", .type = COLLECT_CHOICE, .fallback = "first", .expected = "first or newest", .order = 4,
                         .help = "what to keep at that limit: first (recording ends there), or newest"};

#define END_BYTES (64u << 10) /* kept free for the last rows: counters, ends of threads */

static collect_file file, next;
static bool descriptors_are_ours; /* the writer has a descriptor table of its own */
static bool is_full;          /* COLLECT_KEEP=first: only info rows follow */
static bool is_ending;        /* only info rows follow */
static uint64_t next_from;    /* the second file is begun when the first has this size */
static uint8_t own_id[16], parent_id[16]; /* id of this file; id of the file of the process that forked this one */
static uint8_t header[80 << 10];
static size_t header_size;

static rocz_encoder *encoder;
static uint8_t *out;
static size_t out_capacity;
static _Atomic uint64_t chunks; /* number written; read by the thread that waits at exit */

/* Chunks of events that belong together. They stand in `out` until they are written, all or none. */
typedef struct gathered_chunk { uint32_t rows, lane; uint16_t kind; } gathered_chunk;
static gathered_chunk *gathered;
static size_t gathered_capacity, gathered_chunks, gathered_bytes;

/* Number of rows so far of a kind and lane. */
typedef struct lane_rows { uint64_t key, rows; } lane_rows;
static lane_rows *lane_table; /* a hash table; key 0: free */
static size_t lane_slots, lane_count;

/* ---- creation ---- */

static uint64_t limit_bytes(void) { return (uint64_t)collect_number(&collect_max_mb_setting) << 20; }
static bool keeps_newest(void) { return limit_bytes() && collect_number(&collect_keep_setting) == KEEP_NEWEST; }

static bool header_make(const uint8_t file_id[16], int64_t start_ns) {
  static char props[64 << 10];
  rocz_header h = {.pid = (uint32_t)getpid(), .ppid = (uint32_t)getppid(), .start_ns = start_ns,
                   .props = props, .props_size = collect_props(props, sizeof props, keeps_newest(), parent_id)};
  memcpy(h.file_id, file_id, 16);
  collect_run_id(h.run_id);
  collect_clock_calibrate(&h.anchor);
  h.tsc_hz = collect_tsc_hz;
  if (!collect_tsc_hz)
    h.anchor.tsc = 0;
  header_size = rocz_encode_header(&h, header, sizeof header);
  return header_size;
}

static void random_id(uint8_t id[16]) {
  if (collect_sys_getrandom(id, 16, GRND_NONBLOCK) != 16) {
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

/* Creates a file in the folder, named by host, process and start time. False: errno says why. */
static bool file_make(const char *folder, int64_t start_ns, char *path, size_t path_size) {
  char host[65] = "";
  gethostname(host, sizeof host - 1);
  for (char *c = host; *c; c++)
    if (*c == '/')
      *c = '_';
  bool made = false;
  errno = EEXIST;
  for (int tries = 0; !made && errno == EEXIST && tries < 100; tries++, start_ns++) {
    int n = snprintf(path, path_size, "%s/%s-%d-%lld.rocz", folder, host, (int)getpid(), (long long)start_ns);
    if (n < 0 || (size_t)n >= path_size - 8) {
      errno = ENAMETOOLONG;
      return false;
    }
    made = collect_file_create(&file, path, header, header_size);
  }
  return made;
}

bool collect_chunk_open(int64_t start_ns, char *path, size_t path_size, uint8_t file_id[16]) {
  static char folder[4096];
  path[0] = folder[0] = 0;
  if (!encoder_make() || !collect_output_folder(start_ns, folder, sizeof folder)) {
    snprintf(path, path_size, "%s", folder[0] ? folder : collect_text(&collect_output_setting));
    return false;
  }
  random_id(file_id);
  memcpy(own_id, file_id, sizeof own_id);
  next_from = limit_bytes() / 3;
  return header_make(file_id, start_ns) && file_make(folder, start_ns, path, path_size);
}

bool collect_chunk_own_descriptors(void) { return descriptors_are_ours; }

void collect_chunk_reserve(void) {
  descriptors_are_ours = true;
  collect_output_keep(file.path);
  collect_file_reserve(&file);
}

void collect_chunk_end(void) {
  collect_file_rest(&file);
  collect_file_rest(&next);
}

void collect_chunk_reset(void) {
  if (file.path[0])
    memcpy(parent_id, own_id, sizeof parent_id);
  /* The parent's writer and its descriptor table do not exist here. That writer may have been in the middle of anything, so all
  ** memory is allocated anew. */
  collect_file_forget(&file);
  collect_file_forget(&next);
  collect_output_forget();
  descriptors_are_ours = is_full = is_ending = false;
  encoder = NULL;
  out = NULL;
  lane_table = NULL;
  gathered = NULL;
  out_capacity = gathered_capacity = gathered_chunks = gathered_bytes = lane_slots = lane_count = 0;
  chunks = 0;
}

/* ---- the limit ---- */

/* Begins the second file with all info rows so far. If that fails, tries again once the first file has grown by a sixteenth of
** the limit. */
static void next_begin(void) {
  char path[sizeof next.path + 8];
  snprintf(path, sizeof path, "%s.next", file.path);
  bool begun = strlen(path) < sizeof next.path && collect_file_create(&next, path, header, header_size);
  if (begun && descriptors_are_ours)
    collect_file_reserve(&next);
  if (begun && !collect_file_copy_info(&file, &next)) {
    collect_file_remove(&next);
    begun = false;
  }
  next_from = begun ? limit_bytes() / 3 : file.size + limit_bytes() / 16;
}

static bool next_is_there(void) { return next.path[0]; }

/* Puts the second file in the place of the first. Rows that were only in the first are gone, and counted. */
static bool next_take(void) {
  uint64_t rows = file.events - next.events;
  bool taken = collect_file_replace(&file, &next);
  if (taken)
    collect_count(ROCZ_N_ROWS_LET_GO, rows);
  else
    collect_file_remove(&next);
  return taken;
}

static uint64_t size_with(size_t more) { return collect_file_size_with(&file, more) + (next_is_there() ? collect_file_size_with(&next, more) : 0); }

/* Whether a chunk of this size may be written. Begins the second file, or puts it in place, when it is time. */
static bool room_for(bool is_event, size_t size) {
  uint64_t limit = limit_bytes();
  if (!limit)
    return true;
  if (next_is_there() && size_with(size) > limit)
    next_take();
  if (keeps_newest() && !next_is_there() && file.size >= next_from)
    next_begin();
  return !is_event || size_with(size) + (keeps_newest() ? 0 : END_BYTES) <= limit;
}

static void limit_reached(uint64_t rows) {
  collect_count(ROCZ_N_ROWS_OVER_LIMIT, rows);
  if (keeps_newest() || is_full)
    return;
  is_full = true;
  collect_count(ROCZ_N_SIZE_LIMIT, 1);
}

bool collect_chunk_is_full(void) { return is_full; }

/* Appends to both files. If the first cannot be written, the second takes its place: its rows are the newest. */
static bool chunks_append(const uint8_t *bytes, size_t size, uint64_t events) {
  bool keep = !is_ending || events, written = collect_file_append(&file, bytes, size, keep);
  if (!written && next_is_there() && next_take())
    written = collect_file_append(&file, bytes, size, keep);
  if (!written)
    return false;
  file.events += events;
  if (next_is_there() && !collect_file_append(&next, bytes, size, keep))
    collect_file_remove(&next);
  next.events += next_is_there() ? events : 0;
  return true;
}

/* ---- chunks ---- */

uint64_t collect_chunk_count(void) { return atomic_load_explicit(&chunks, memory_order_relaxed); }

uint64_t collect_chunk_rows(uint64_t *bytes) {
  *bytes = file.size;
  return file.events;
}

const char *collect_chunk_path(void) { return file.path; }

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

/* The slot of this key, or the free slot where it belongs. */
static lane_rows *lane_slot(uint64_t key) {
  size_t at = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & (lane_slots - 1);
  while (lane_table[at].key && lane_table[at].key != key)
    at = (at + 1) & (lane_slots - 1);
  return &lane_table[at];
}

static lane_rows *lane_find(int kind, uint32_t lane) {
  uint64_t key = (uint64_t)kind << 32 | lane;
  lane_rows *found = lane_slots ? lane_slot(key) : NULL;
  if (found && found->key)
    return found;
  if (lane_count * 2 >= lane_slots && !lanes_grow())
    return NULL;
  found = lane_slot(key);
  *found = (lane_rows){key, 0};
  lane_count++;
  return found;
}

/* ---- what is written together ---- */

static bool gather(const rocz_rows *rows, size_t size) {
  if (!collect_memory_reserve(&gathered, &gathered_capacity, (gathered_chunks + 1) * sizeof *gathered))
    return false;
  gathered[gathered_chunks++] = (gathered_chunk){rows->rows, rows->lane, rows->kind};
  gathered_bytes += size;
  return true;
}

static uint64_t gathered_rows(void) {
  uint64_t n = 0;
  for (size_t i = 0; i < gathered_chunks; i++)
    n += gathered[i].rows;
  return n;
}

static bool gathered_write(void) {
  uint64_t rows = gathered_rows();
  if (!room_for(true, gathered_bytes)) {
    limit_reached(rows);
    return true;
  }
  if (!chunks_append(out, gathered_bytes, rows))
    return false;
  chunks += gathered_chunks;
  return true;
}

static void gathered_forget(void) {
  for (size_t i = 0; i < gathered_chunks; i++)
    lane_find(gathered[i].kind, gathered[i].lane)->rows -= gathered[i].rows;
}

static bool write_fails(void) {
  int why = errno;
  collect_count(ROCZ_N_WRITE_ERRORS, 1);
  collect_writing_failed(why);
  return false;
}

/* The end of rows that belong together. */
static bool gathered_end(bool keep) {
  bool written = keep && (!gathered_chunks || gathered_write() || write_fails());
  if (!written)
    gathered_forget();
  else if (gathered_chunks)
    collect_writing_went();
  gathered_chunks = gathered_bytes = 0;
  return written;
}

/* ---- rows ---- */

static bool rows_write(rocz_rows *rows, size_t text_size) {
  lane_rows *lane = lane_find(rows->kind, rows->lane);
  bool is_event = collect_is_event(rows->kind), left_out = is_full && is_event;
  size_t bound = rows->declared ? rocz_chunk_bound_of(rows->declared, rows->rows, text_size) : rocz_chunk_bound(rows->kind, rows->rows, text_size);
  size_t at = gathered_bytes;
  if (!lane || !collect_memory_reserve(&out, &out_capacity, at + bound))
    return false;
  rows->first_row = lane->rows;
  size_t size = left_out ? 0 : rocz_encode_chunk(encoder, rows, out + at, out_capacity - at);
  bool written = left_out || (size && (is_event ? gather(rows, size) : room_for(false, size) && chunks_append(out + at, size, 0)));
  if (!written)
    return false;
  if (left_out)
    limit_reached(rows->rows);
  chunks += !is_event;
  lane->rows += rows->rows;
  return true;
}

/* Writes the strings that are in no chunk yet. They precede the rows that refer to them. */
static bool strings_write(void) {
  for (;;) {
    const int64_t *lengths;
    const char *text;
    size_t text_size;
    uint64_t first;
    uint32_t n;
    if (!collect_strings_pending(&n, &lengths, &text, &text_size, &first))
      return false;
    if (!n)
      return true;
    const int64_t *column[1] = {lengths};
    rocz_rows rows = {.kind = ROCZ_STRING, .rows = n, .column = column, .text = text, .min_time = 1, .max_time = 0};
    if (!rows_write(&rows, text_size))
      return false;
    collect_strings_written(n);
  }
}

/* Info rows and strings precede the rows that refer to them, so a file that is cut anywhere has the names of all its rows. */
static bool (*info_write)(void);
void collect_chunk_info_by(bool (*write)(void)) { info_write = write; }

static bool names_write(bool is_event) { return (!info_write || !is_event || info_write()) && strings_write(); }

static bool rows_try(rocz_rows *rows) {
  bool is_event = collect_is_event(rows->kind);
  if (collect_writing_waits() && (is_event || !is_ending))
    return false;
  errno = 0;
  bool written = names_write(is_event) && rows_write(rows, 0);
  if (!written && !collect_writing_waits()) /* otherwise names_write has reported the failure */
    write_fails();
  else if (written && !is_event)
    collect_writing_went();
  return written;
}

bool collect_chunk_info(int kind, uint32_t rows, const int64_t *const *column, int64_t min_time, int64_t max_time) {
  return !collect_live_lost() && rows_try(&(rocz_rows){.kind = (uint16_t)kind, .rows = rows, .column = column, .min_time = min_time, .max_time = max_time});
}

static bool rows_take(const rocz_rows *rows) {
  rocz_rows own = *rows;
  return rows_try(&own);
}
COLLECT_SINK(file) = {.name = "file", .take = rows_take, .end = gathered_end};

int64_t collect_write_string(const char *text, size_t size) {
  bool fresh;
  int64_t id = text ? collect_string_id(text, size, &fresh) : 0;
  collect_count(ROCZ_N_NAMES_DROPPED, text && !id);
  return id;
}

void collect_chunk_ending(void) {
  is_ending = true;
  collect_writing_last();
}

bool collect_chunk_close(void) {
  collect_file_remove(&next);
  return collect_file_finish(&file);
}

void collect_chunk_reopen(void) { collect_file_continue(&file); }

COLLECT_MODULE(chunks) = {.name = "chunks", .forked = collect_chunk_reset};
