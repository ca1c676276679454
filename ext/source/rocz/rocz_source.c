/* Chunk files (.rocz) as a kind of source: what libcollect.so writes. See rocz.h for
** the format and rocz_file.h for how the reader is divided. */
#include "registry.h"
#include "rocz_file.h"

#define REPLACED_TRIES 16

static int rocz_probe(const char *path, const uint8_t *head, size_t n) { return n >= 8 && memcmp(head, ROCZ_MAGIC, 8) == 0; }

static void rocz_close(rocpd_source *s) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  rocpd_rocz_batches_free(f);
  rocpd_rocz_live_free(f);
  rocpd_rocz_dict_free(f);
  rocpd_rocz_info_free(f);
  rocpd_rocz_sets_free(f);
  rocpd_rocz_file_release(f);
  rocpd_map_free(&f->lane_place);
  sqlite3_free(f->lane);
  sqlite3_free(f->chunk);
  sqlite3_free(f->damage);
  sqlite3_free(f->props);
  sqlite3_free(f->unread);
  pthread_mutex_destroy(&f->dict_mutex);
  rocpd_source_free(s);
}

static int rocz_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_source **out, rocpd_error *err);

/* If damage is skipped, the whole file is checked at once, so that `sources` knows about it. */
static int look(rocpd_rocz_file *f, bool *changed, rocpd_error *err) {
  int rc = rocpd_rocz_look(f, changed, err);
  if (rc == SQLITE_OK && f->skip) rc = rocpd_rocz_info_load(f, err);
  return rc == SQLITE_OK ? rocpd_rocz_sets_look(f, err) : rc;
}

static int rocz_refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  if (!f->unread) return look(f, changed, err);
  *changed = s->info.outdated = !rocpd_stamp_holds(s->path, f->unread);
  return SQLITE_OK;
}

static int rocz_batches_of(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err) {
  return rocpd_rocz_batches_get((rocpd_rocz_file *)s, kind, out, n, err);
}

/* ---- health */

typedef struct health {
  int (*emit)(void *arg, const char *name, int64_t value, const char *detail);
  void *arg;
  int rc;
} health;

static void say(health *h, const char *name, int64_t value, const char *detail) {
  if (h->rc == SQLITE_OK) h->rc = h->emit(h->arg, name, value, detail);
}

/* Whether the file has a value for the counter, which the process writes at its end. */
static bool has_counter(rocpd_rocz_file *f, const char *name) {
  const rocpd_rocz_info *info = &f->info[ROCZ_COUNTER];
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t id = rocpd_rocz_info_value(info, i, 0);
    if (id != ROCPD_NULL && strcmp(rocpd_string(f->base.session, id, NULL), name) == 0) return true;
  }
  return false;
}

/* Emits the collector's counters, at the end of the process or up to now. */
static void say_counters(rocpd_rocz_file *f, health *h) {
  const rocpd_rocz_info *info = &f->info[ROCZ_COUNTER];
  rocpd_session *session = f->base.session;
  for (uint64_t i = 0; i < info->rows; i++) {
    int64_t row[ROCPD_ROCZ_INFO_COLUMNS];
    rocpd_rocz_info_get(info, i, row);
    if (row[0] == ROCPD_NULL || rocpd_rocz_info_find(info, ROCZ_COUNTER, (uint64_t)row[0]) != i) continue; /* replaced */
    say(h, rocpd_string(session, row[0], NULL), row[1], row[2] == ROCPD_NULL ? NULL : rocpd_string(session, row[2], NULL));
  }
  for (int i = 0; i < ROCZ_COUNTERS && f->has_live; i++)
    if (rocz_counter_name[i] && !has_counter(f, rocz_counter_name[i])) say(h, rocz_counter_name[i], (int64_t)f->counter[i], NULL);
}

/* Emits the time for which recording was stopped, up to the end of the process or the last restart. */
static void say_stopped(const rocpd_rocz_file *f, health *h) {
  const rocpd_rocz_info *info = &f->info[ROCZ_RECORDING], *end = &f->info[ROCZ_PROCESS_END];
  int64_t ns = 0, since = ROCPD_NULL, times = 0;
  for (uint64_t i = 0; i <= info->rows; i++) {
    bool last = i == info->rows;
    if (last && !end->rows) break;
    int64_t time = last ? rocpd_rocz_info_value(end, end->rows - 1, 0) : rocpd_rocz_info_value(info, i, 0);
    bool stopped = !last && rocpd_rocz_info_value(info, i, 1);
    if (since != ROCPD_NULL && !stopped && time > since) ns += time - since;
    times += stopped && since == ROCPD_NULL;
    since = !stopped ? ROCPD_NULL : since == ROCPD_NULL ? time : since;
  }
  char detail[64];
  sqlite3_snprintf(sizeof detail, detail, "stopped %lld times", (long long)times);
  if (times) say(h, "ns not recorded", ns, detail);
}

static int64_t live_rows(const rocpd_rocz_file *f, uint16_t kind, uint16_t or_kind) {
  int64_t n = 0;
  for (size_t i = 0; i < f->lives; i++)
    if (f->live[i]->kind == kind || f->live[i]->kind == or_kind) n += f->live[i]->rows;
  return n;
}

static int64_t live_declared(const rocpd_rocz_file *f) {
  int64_t n = 0;
  for (size_t i = 0; i < f->lives; i++)
    if (f->live[i]->kind >= ROCZ_DECLARED) n += f->live[i]->rows;
  return n;
}

static int64_t chunk_rows(const rocpd_rocz_file *f, uint16_t kind, uint16_t or_kind) {
  int64_t n = 0;
  for (size_t i = 0; i < f->chunks; i++)
    if (f->chunk[i].kind == kind || f->chunk[i].kind == or_kind) n += f->chunk[i].rows;
  return n;
}

static int rocz_health(rocpd_source *s, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)s;
  health h = {emit, arg, SQLITE_OK};
  rocpd_error err = {0};
  if (f->unread)
    return emit(arg, "complete", 0,
                !f->cut           ? "the file's header is damaged"
                : f->unread->size ? "the file ends in its header, which may just be being written"
                                  : "the file is empty: its process has only just begun, or what it wrote is lost");
  if (rocpd_rocz_info_load(f, &err) != SQLITE_OK) say(&h, "unreadable", 1, err.message);
  rocpd_error_clear(&err);
  enum rocpd_lack lack = rocpd_source_lack(s);
  say(&h, "complete", lack == ROCPD_LACK_NONE,
      lack != ROCPD_LACK_NONE ? rocpd_lack_text(lack) :
      s->info.complete        ? NULL :
                                "its process ended by _exit or exec: its live file has the rest");
  if (rocpd_rocz_origin(f)) say(&h, "exported from", 1, rocpd_rocz_origin(f));
  int64_t left_out = f->rows_left_out + (f->skip && f->args_end ? live_rows(f, ROCZ_ARGUMENT, ROCZ_ARGUMENT) : 0);
  if (left_out) say(&h, "rows left out", left_out, f->ended ? "of damaged chunks, and behind them" : "of damaged chunks");
  if (f->names_lost) say(&h, "names lost", f->names_lost, f->lost);
  if (f->live_damage) say(&h, "damaged live file", 1, f->live_damage);
  if (f->footer_damaged) say(&h, "damaged footer", 1, "the chunks were found without it");
  if (s->info.cut_bytes && !f->damage) say(&h, "bytes cut", s->info.cut_bytes, "after the last whole chunk: the file was cut, or a write of it");
  int64_t rows = live_rows(f, ROCZ_CALL, ROCZ_DISPATCH) + live_rows(f, ROCZ_COPY, ROCZ_MARK) + live_declared(f);
  if (rows) say(&h, f->running ? "rows in live buffers" : "rows recovered", rows, NULL);
  if (f->has_live && f->settled && !s->info.complete) {
    char *left = sqlite3_mprintf("%s.live: of a process that is dead, with what is in no chunk", s->path);
    say(&h, "live file left", 1, left ? left : "");
    sqlite3_free(left);
  }
  if (!f->own_set) say(&h, "open calls", chunk_rows(f, ROCZ_OPEN_CALL, ROCZ_OPEN_CALL) + live_rows(f, ROCZ_OPEN_CALL, ROCZ_OPEN_CALL), NULL);
  if (!f->own_set) say(&h, "open dispatches", chunk_rows(f, ROCZ_OPEN_DISPATCH, ROCZ_OPEN_COPY) + live_rows(f, ROCZ_OPEN_DISPATCH, ROCZ_OPEN_COPY), NULL);
  say_counters(f, &h);
  say_stopped(f, &h);
  return h.rc == SQLITE_OK ? rocpd_rocz_said_facts(f, 0, emit, arg) : h.rc;
}

/* ---- the class */

ROCPD_SOURCE_CLASS(rocz) = {.name = "rocz", .probe = rocz_probe, .suffix = ".rocz", .open = rocz_open, .close = rocz_close, .refresh = rocz_refresh,
                            .batches = rocz_batches_of, .health = rocz_health, .overhead = rocpd_rocz_overhead, .domains = rocpd_rocz_domains,
                            .batch = {.decode = rocpd_rocz_decode, .zone = rocpd_rocz_zone, .free = rocpd_rocz_batch_free,
                                      .forget = rocpd_rocz_forget}};

/* Reads the header. If the file ends within it (it may still be being written), or the header is damaged and damage is to be skipped, the file becomes a
** source without rows, so that it is not overlooked. */
static int read_header(rocpd_rocz_file *f, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = rocpd_rocz_file_header(f, &why);
  if (rc == SQLITE_CORRUPT) {
    /* Try again after a new look, since the file may just be being written. */
    rocpd_error_clear(&why);
    f->unread = sqlite3_malloc64(sizeof(*f->unread));
    rc = f->unread ? rocpd_stamp_take(f->base.path, f->unread, &why) : SQLITE_NOMEM;
    if (rc == SQLITE_OK) rc = rocpd_rocz_file_header(f, &why);
    if (rc == SQLITE_OK) {
      sqlite3_free(f->unread);
      f->unread = NULL;
    } else if (rc == SQLITE_CORRUPT && (f->skip || f->cut)) {
      if (!f->cut) rocpd_source_damaged(&f->base, &why);
      f->base.info.lack = ROCPD_LACK_EMPTY;
      f->base.info.cut_bytes = f->unread->size;
      f->base.info.native = 0;
      rc = SQLITE_OK;
    }
  }
  return rocpd_fail_for(err, rc, &why);
}

static int open_once(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_source **out, rocpd_error *err) {
  rocpd_rocz_file *f = (rocpd_rocz_file *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  pthread_mutex_init(&f->dict_mutex, NULL);
  f->base.info.native = ROCPD_ROCZ_FIXED;
  f->skip = options && options->skip_damaged;
  f->base.state.refs = 1; /* siblings that fail to open release it */
  bool changed;
  int rc = read_header(f, err);
  if (rc == SQLITE_OK && !f->unread) rc = look(f, &changed, err);
  if (rc == SQLITE_OK && !f->unread) rc = rocpd_rocz_sets_open(f, err);
  while (rc != SQLITE_OK && f->base.sibling) {
    rocpd_source *next = f->base.sibling->sibling;
    f->base.sibling->class->close(f->base.sibling);
    f->base.sibling = next;
  }
  f->base.state.refs--;
  if (rc == SQLITE_OK) *out = &f->base;
  else rocz_close(&f->base);
  return rc;
}

/* If a file is replaced while it is being opened, it is opened again, because the live file belongs to the newer one. */
static int rocz_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                     rocpd_source **out, rocpd_error *err) {
  for (int tries = 0; tries < REPLACED_TRIES; tries++) {
    int rc = open_once(class, session, path, options, out, err);
    if (rc != SQLITE_OK || !(*out)->info.outdated) return rc;
    for (rocpd_source *next, *s = *out; s; s = next) {
      next = s->sibling;
      s->class->close(s);
    }
    *out = NULL;
  }
  return rocpd_fail(err, SQLITE_BUSY, "%s: is replaced too fast to be read; try again", path);
}
