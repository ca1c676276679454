/* Rows that are in the live file only: of a running process, or of one that was
** killed. The order of looking makes one state of two files (see "To see one state"
** in rocz.h): first the buffers are copied, then the chunks are looked for, and what
** they hold by then is dropped from the copies. Frames of an interpreter are copied before dispatches, these and rows of signal handlers before
** calls, these before sums, and sums before info rows: whatever a row refers to is copied after it, so it is there.
** When a chunk that was written meanwhile has newer rows than the copies, all is looked
** at once more.
**
** Later statements never show fewer rows. A call in progress could be missed while its thread moves it between the ring and the stack. So calls that were
** shown before must be found again, in progress or ended; otherwise everything is read once more. */
#include "rocz_look.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 16

/* ---- rows, shared by looks */

/* ---- the process */

/* True if the process that writes the file is running. For processes of other machines it is false. *dead: the process is certainly dead. */
static bool process_lives(const rocpd_rocz_file *f, bool *dead) {
  char host[256] = "", path[64], line[1024];
  *dead = false;
  gethostname(host, sizeof(host) - 1);
  if (!f->base.info.host || strcmp(host, f->base.info.host) != 0 || f->base.info.pid <= 0) return false;
  *dead = kill((pid_t)f->base.info.pid, 0) != 0 && errno == ESRCH;
  if (*dead) return false;
  sqlite3_snprintf(sizeof(path), path, "/proc/%d/stat", (int)f->base.info.pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return true;
  size_t n = rocpd_rocz_pread(fd, 0, line, sizeof(line) - 1);
  close(fd);
  line[n] = 0;
  /* After the name, which may hold anything: state, then the 20th field is the start
  ** in clock ticks. A process that began after the file is another of this number. */
  const char *p = strrchr(line, ')');
  char state = 0;
  unsigned long long start = 0;
  if (!p || sscanf(p + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state, &start) != 2) return true;
  int64_t start_ns = (int64_t)(start * (1000000000ull / (unsigned long long)sysconf(_SC_CLK_TCK)));
  *dead = state == 'Z' || state == 'X' || start_ns > f->base.info.start_ns + 20000000;
  return !*dead;
}

/* ---- copying the live file */

static size_t read_live(void *arg, uint64_t offset, void *out, size_t size) { return rocpd_rocz_pread(*(int *)arg, offset, out, size); }

/* Lists the segments, without copying them. */
static int list_segments(const rocpd_rocz_file *f, rocz_look *k) {
  rocz_error e = {0};
  for (uint64_t offset = rocz_live_first(&k->live); offset;) {
    rocz_live_segment_view view;
    int code = rocz_live_segment(&k->live, offset, &view, &e);
    if (code == ROCZ_CUT) return SQLITE_OK; /* it was just created, so it is empty */
    if (code) return rocpd_rocz_live_damage_of(f, k, &e);
    offset = view.next;
    if (!rocz_segment_kind_of(view.kind)) continue;
    if (ROCPD_PUSH(k->segment, k->segments, (rocz_look_segment){view, NULL}) != SQLITE_OK) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

static void segment_empty(rocz_look_segment *s) {
  s->view.first = s->view.tail = s->view.pos = 0;
  s->view.open_calls = s->view.frames = 0;
}

static int copy_segment(const rocpd_rocz_file *f, rocz_look *k, rocz_look_segment *s) {
  rocz_error e = {0};
  const rocz_segment_kind *kind = rocz_segment_kind_of(s->view.kind);
  void *memory = sqlite3_malloc64(s->view.memory_size + 8);
  if (!memory) return SQLITE_NOMEM;
  int code = rocz_live_copy(&k->live, &s->view, memory, &e);
  if (code) {
    sqlite3_free(memory);
    segment_empty(s);
    if (code != ROCZ_CUT) return rocpd_rocz_live_damage_of(f, k, &e);
    k->unstable = true;
    return SQLITE_OK;
  }
  if (kind->of_thread && s->view.lane > ROCPD_ROCZ_MAX_LANE) {
    sqlite3_free(memory);
    segment_empty(s);
    rocz_fail(&e, ROCZ_DAMAGED, "lane of a segment of calls", s->view.offset + offsetof(rocz_segment, lane), ROCPD_ROCZ_MAX_LANE, s->view.lane);
    return rocpd_rocz_live_damage_of(f, k, &e);
  }
  if (kind->form == ROCZ_STACK_OF_RECORDS) {
    s->memory = memory;
    return SQLITE_OK;
  }
  /* Rings are mostly far from full. */
  uint16_t record_bytes = rocz_segment_record_bytes(s->view.kind);
  void *less = sqlite3_realloc64(memory, (s->view.pos - s->view.first) * (record_bytes ? record_bytes : 1) + 8);
  s->memory = less ? less : memory;
  s->view.data = s->memory;
  return SQLITE_OK;
}

/* True if sums have changed since they were copied. */
static bool sums_moved(const rocz_look *k) {
  bool moved = false;
  for (size_t i = 0; i < k->segments && !moved; i++) {
    const rocz_live_segment_view *s = &k->segment[i].view;
    rocz_live_segment_view now;
    moved = rocz_segment_has_sums(s->kind) && (rocz_live_segment(&k->live, s->offset, &now, NULL) || now.next_sequence != s->next_sequence);
  }
  return moved;
}

static int copy_segments(const rocpd_rocz_file *f, rocz_look *k, int fd) {
  struct stat st;
  rocz_error e = {0};
  if (fstat(fd, &st) != 0) return SQLITE_OK;
  int code = rocz_live_open(&k->live, read_live, &fd, (uint64_t)st.st_size, &e);
  if (code == ROCZ_CUT) return SQLITE_OK; /* it is just being created */
  if (code) return rocpd_rocz_live_damage_of(f, k, &e);
  /* The live file belongs to another file: an earlier process with the same name. */
  if (memcmp(k->live.file_id, f->header.file_id, 16) != 0 || k->live.closed) return SQLITE_OK;
  k->present = true;
  int rc = list_segments(f, k);
  for (unsigned place = 1; rc == SQLITE_OK && place < ROCZ_SEGMENT_KINDS; place++)
    for (size_t i = 0; rc == SQLITE_OK && i < k->segments; i++)
      if (rocz_segment_kind_of(k->segment[i].view.kind)->place == place) rc = copy_segment(f, k, &k->segment[i]);
  k->moving = rc == SQLITE_OK && sums_moved(k);
  return rc;
}

static int copy_live(const rocpd_rocz_file *f, rocz_look *k, rocpd_error *err) {
  char *path = sqlite3_mprintf("%s.live", f->base.path);
  if (!path) return rocpd_no_memory(err);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc = SQLITE_OK;
  if (fd < 0 && errno != ENOENT && errno != ENOTDIR) rc = rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s: %s", path, strerror(errno));
  sqlite3_free(path);
  if (fd < 0) return rc;
  rc = copy_segments(f, k, fd);
  close(fd);
  return rocpd_fail_code(err, rc);
}

/* ---- looking */

/* True if a chunk that was written after the copies has newer rows than they have. */
static bool chunks_are_newer(const rocpd_rocz_file *f, const rocz_look *k) {
  for (size_t i = k->chunks; i < f->chunks; i++) {
    const rocz_chunk *c = &f->chunk[i];
    if (c->kind == ROCZ_OWN_FRAMES || c->kind == ROCZ_OWN_SUMS) return true;
    bool older = !rocz_segments_make(c->kind); /* its rows come from no segment */
    for (size_t j = 0; !older && j < k->segments; j++) {
      const rocz_live_segment_view *s = &k->segment[j].view;
      older = rocz_segment_makes(s->kind, c->kind) && s->lane == c->lane && s->pos >= c->position;
    }
    if (!older) return true;
  }
  return false;
}

static void look_clear(rocz_look *k) {
  for (size_t i = 0; i < k->segments; i++) sqlite3_free(k->segment[i].memory);
  for (size_t i = 0; i < k->row_sets; i++) rocpd_rocz_live_rows_unref(k->rows[i]);
  sqlite3_free(k->segment);
  sqlite3_free(k->rows);
  sqlite3_free(k->anchor);
  sqlite3_free(k->damage);
  memset(k, 0, sizeof(*k));
}

static uint64_t hash_rows(const rocz_look *k) {
  uint64_t hash = k->row_sets;
  for (size_t i = 0; i < k->row_sets; i++) {
    const rocpd_rocz_live_rows *p = k->rows[i];
    for (unsigned c = 0; c < p->columns; c++) {
      uint64_t part[] = {hash, p->kind, p->lane, rocz_hash(p->column[c], (size_t)p->rows * sizeof(int64_t))};
      hash = rocz_hash(part, sizeof(part));
    }
  }
  return hash;
}

static int look_once(rocpd_rocz_file *f, rocz_look *k, rocpd_error *err) {
  int rc = rocpd_rocz_file_index(f, err);
  k->chunks = f->chunks;
  if (rc == SQLITE_OK && !f->base.info.complete) rc = copy_live(f, k, err);
  if (rc == SQLITE_OK && !f->base.info.complete) rc = rocpd_rocz_file_index(f, err);
  if (rc != SQLITE_OK) return rc;
  if (f->base.info.complete || !k->present) { /* all rows, or all that exist, are in chunks */
    look_clear(k);
    return SQLITE_OK;
  }
  k->newer = chunks_are_newer(f, k);
  rc = rocpd_rocz_info_load(f, err);
  if (rc == SQLITE_OK) rc = rocpd_rocz_make_rows(f, k, err);
  return rc == SQLITE_OK ? rocpd_rocz_find_missing(f, k, err) : rc;
}

/* Makes the rows of the look the rows of the file. */
static void take(rocpd_rocz_file *f, rocz_look *k) {
  for (size_t i = 0; i < f->lives; i++) rocpd_rocz_live_rows_unref(f->live[i]);
  sqlite3_free(f->live);
  sqlite3_free(f->live_damage);
  f->live = k->rows;
  f->lives = k->row_sets;
  f->live_damage = k->damage;
  f->has_live = k->present;
  if (k->present) memcpy(f->counter, k->live.counter, sizeof(f->counter));
  k->rows = NULL;
  k->row_sets = 0;
  k->damage = NULL;
}

/* Sets the reason why the file is not closed. A process that ended by _exit has left the rest in its live file. */
static void say_lack(rocpd_rocz_file *f) {
  rocpd_source_info *i = &f->base.info;
  i->intact = f->left && f->has_live && !f->live_damage;
  i->lack = f->running ? ROCPD_LACK_RUNNING : f->has_live && !f->live_damage ? ROCPD_LACK_KILLED : ROCPD_LACK_CUT;
  i->cut_bytes = !i->complete && f->size > f->end ? (int64_t)(f->size - f->end) : 0;
}

int rocpd_rocz_look(rocpd_rocz_file *f, bool *changed, rocpd_error *err) {
  *changed = false;
  if (f->settled) return SQLITE_OK;
  rocz_look k = {0};
  size_t chunks = f->chunks;
  uint64_t info = f->info_generation;
  bool dead, again = true;
  /* Determined first: files of a dead process do not change any more. */
  f->running = process_lives(f, &dead);
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && again && i < TRIES; i++) {
    if (i) sched_yield();
    look_clear(&k);
    rc = look_once(f, &k, err);
    again = (k.unstable || k.newer || k.missing || k.moving) && !dead;
  }
  if (rc == SQLITE_OK && k.unstable && f->running) rc = rocpd_fail(err, SQLITE_BUSY, "%s.live: changes too fast to be read; try again", f->base.path);
  if (rc == SQLITE_OK) {
    uint64_t hash = hash_rows(&k);
    *changed = !f->generation || f->chunks != chunks || f->info_generation != info || hash != f->live_hash || !k.damage != !f->live_damage;
    if (*changed) take(f, &k);
    f->live_hash = hash;
    f->seen_chunks = f->chunks;
    f->generation += *changed;
    f->settled = f->base.info.complete || dead;
    if (rocpd_rocz_file_replaced(f)) *changed = f->base.info.outdated = true;
    else if (f->settled) rocpd_rocz_file_release(f);
    f->base.info.recovered = f->lives > 0 && !f->running;
    f->left |= k.present && k.live.left;
    say_lack(f);
  }
  look_clear(&k);
  return rc;
}

void rocpd_rocz_live_free(rocpd_rocz_file *f) {
  for (size_t i = 0; i < f->lives; i++) rocpd_rocz_live_rows_unref(f->live[i]);
  sqlite3_free(f->live);
  sqlite3_free(f->live_damage);
}
