/* Damaged and cut chunk files never give a wrong row: what can be read is a part of what was written, and the rest is said. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "decode.h"
#include "hash.h"
#include "small.h"
#include "test.h"
#include "trace.h"

static const char *in_tmp(const char *name) {
  static char path[512];
  snprintf(path, sizeof(path), "%s/%s", test_tmp(), name);
  return path;
}

static int attach(sqlite3 *db, const char *file, const char *options) {
  char *sql = options ? sqlite3_mprintf("SELECT rocpd_attach(%Q, %Q)", file, options) : sqlite3_mprintf("SELECT rocpd_attach(%Q)", file);
  int rc = db_run(db, sql);
  sqlite3_free(sql);
  return rc;
}

/* ---- damage */

typedef struct row { /* values of all columns, texts as hashes */
  uint64_t key; /* to find it among others */
  int64_t value[64];
} row;

typedef struct row_set { /* the rows of one kind, sorted by key once complete */
  row *row;
  size_t rows, capacity;
  int failed; /* an error followed these rows */
} row_set;

static row *row_set_add(row_set *s) {
  if (s->rows == s->capacity) s->row = realloc(s->row, (s->capacity = s->capacity * 2 + 64) * sizeof(*s->row));
  return &s->row[s->rows++];
}

static int compare_rows(const void *a, const void *b) {
  const row *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* Reads all columns of all rows of a kind; texts by content. */
static void read_kind(rocpd_trace *trace, rocpd_snapshot *snapshot, int kind, row_set *out) {
  rocpd_batch **batch;
  size_t n;
  rocpd_error err = {0};
  const rocpd_kind *k = &rocpd_kinds[kind];
  out->rows = 0;
  out->failed = rocpd_snapshot_batches(snapshot, kind, &batch, &n, &err) != SQLITE_OK;
  for (size_t i = 0; !out->failed && i < n; i++) {
    const rocpd_column *column[64];
    for (int c = 0; !out->failed && c < k->columns; c++) out->failed = rocpd_batch_column(batch[i], c, &column[c], &err) != SQLITE_OK;
    for (uint32_t r = 0; !out->failed && r < batch[i]->rows; r++) {
      row *to = row_set_add(out);
      to->key = 0;
      for (int c = 0; c < k->columns; c++) {
        int64_t v = rocpd_column_at(column[c], r), size;
        if (k->column[c].type == ROCPD_TEXT && v != ROCPD_NULL) {
          const char *text = rocpd_string(rocpd_trace_session(trace), v, &size);
          v = (int64_t)rocz_hash(text, (size_t)size);
        }
        to->value[c] = v;
        /* A call has several arguments with the same id. */
        if (strcmp(k->column[c].name, "id") == 0) to->key += (uint64_t)v << 6;
        if (kind == ROCPD_KIND_ARG && c == ROCPD_ARG_position) to->key += (uint64_t)v;
      }
    }
  }
  if (out->failed) CHECK(err.message && strlen(err.message) > 10);
  rocpd_error_clear(&err);
}

static const int event_kinds[] = {ROCPD_KIND_REGION, ROCPD_KIND_KERNEL, ROCPD_KIND_COPY, ROCPD_KIND_ARG};
#define EVENT_KINDS 4

static void write_file(const char *file, const uint8_t *bytes, size_t size) {
  unlink(file); /* a new file, since rewriting one waits for the disk */
  int fd = open(file, O_WRONLY | O_CREAT, 0600);
  CHECK(write(fd, bytes, size) == (ssize_t)size);
  close(fd);
}

/* What `sources` and `health` say of a file after its events were read. */
static sqlite3_int64 said_complete, said_damages, said_left_out, said_names;
static char said_first[512];

static void ask(sqlite3 *db) {
  said_complete = db_int(db, "SELECT complete FROM sources");
  said_damages = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'damaged'");
  said_left_out = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'rows left out'");
  said_names = db_int(db, "SELECT ifnull(sum(value), 0) FROM health WHERE name = 'names lost'");
  char *detail = db_rows(db, "SELECT detail FROM health WHERE name = 'damaged'", 0, NULL);
  snprintf(said_first, sizeof(said_first), "%s", detail);
  sqlite3_free(detail);
}

/* Reads a file's events. False: it cannot even be opened. */
static int read_file(sqlite3 *db, const char *file, const char *skip, row_set set[EVENT_KINDS]) {
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_snapshot *snapshot;
  rocpd_error err = {0};
  int64_t files;
  rocpd_open_options options = {.skip_damaged = skip != NULL};
  int rc = rocpd_trace_attach(t, file, &options, &files, &err);
  if (rc == SQLITE_OK) {
    rc = rocpd_trace_snapshot(t, &snapshot, &err);
    for (int k = 0; rc == SQLITE_OK && k < EVENT_KINDS; k++) read_kind(t, snapshot, event_kinds[k], &set[k]);
    if (rc == SQLITE_OK) rocpd_snapshot_release(snapshot);
    if (rc == SQLITE_OK) ask(db);
    rocpd_error_clear(&err);
    rocpd_trace_detach(t, file, &files, &err);
  }
  rocpd_error_clear(&err);
  return rc == SQLITE_OK;
}

/* Checks that every row is one of the true rows, and none comes twice. If names may be lost (`nulls` is not NULL), they may be
** NULL, which is counted. */
static int is_subset(row_set *s, const row_set *truth, int columns, size_t *nulls) {
  if (s->rows) qsort(s->row, s->rows, sizeof(*s->row), compare_rows);
  size_t j = 0;
  for (size_t i = 0; i < s->rows; i++, j++) {
    while (j < truth->rows && truth->row[j].key < s->row[i].key) j++;
    if (j == truth->rows || truth->row[j].key != s->row[i].key) return 0;
    for (int c = 0; c < columns; c++) {
      if (s->row[i].value[c] == truth->row[j].value[c]) continue;
      if (!nulls || s->row[i].value[c] != ROCPD_NULL) return 0;
      ++*nulls;
    }
  }
  return 1;
}

static row_set truth[EVENT_KINDS], found[EVENT_KINDS];
static uint8_t *good;
static size_t good_size;
static rocz_header good_header;
static rocz_footer good_footer;
static sqlite3 *damage_db;

static void load_good(void) {
  tracegen_options o = small_options(60, 3);
  o.chunk_rows = 20;
  tracegen_trace *t = tracegen_make(&o);
  CHECK(!tracegen_encode(t, &good, &good_size));
  tracegen_free(t);
  rocz_error e = {0};
  CHECK_INT(rocz_parse_header(good, good_size, &good_header, &e), ROCZ_OK);
  CHECK_INT(rocz_parse_footer(good, good_size, good_header.size, &good_footer, &e), ROCZ_OK);
  CHECK(good_footer.chunks > 20);
  damage_db = db_open(":memory:");
  const char *file = in_tmp("damaged.rocz");
  write_file(file, good, good_size);
  CHECK(read_file(damage_db, file, NULL, truth));
  for (int k = 0; k < EVENT_KINDS; k++) {
    CHECK(!truth[k].failed && truth[k].rows > 0);
    qsort(truth[k].row, truth[k].rows, sizeof(row), compare_rows);
    for (size_t i = 1; i < truth[k].rows; i++) CHECK(truth[k].row[i - 1].key < truth[k].row[i].key);
  }
}

/* How far it is to the next place to damage: in the middle of a chunk's body, whose bytes have one hash together, it is six times as far. */
static size_t stride(size_t at, size_t step) {
  enum { EDGE = 32 };
  for (uint64_t i = 0; i < good_footer.chunks; i++) {
    rocz_chunk c;
    rocz_footer_chunk(&good_footer, i, &c);
    size_t body = c.offset + ROCZ_CHUNK_SIZE;
    if (at >= body + EDGE && at + EDGE < body + c.body_size) return test_soak() ? step : 6 * step;
  }
  return step;
}

static int columns_of(int k) { return rocpd_kinds[event_kinds[k]].columns; }

/* A file that is cut anywhere gives the rows of its complete chunks. */
static void cut_anywhere(void) {
  const char *file = in_tmp("damaged.rocz");
  size_t step = test_soak() ? 1 : 113, last[EVENT_KINDS] = {0};
  for (size_t size = 0; size < good_size; size += step) {
    write_file(file, good, size);
    if (!read_file(damage_db, file, NULL, found)) continue;
    for (int k = 0; k < EVENT_KINDS; k++) {
      if (found[k].failed || !is_subset(&found[k], &truth[k], columns_of(k), NULL) || found[k].rows < last[k]) {
        CHECK(!"a cut file with wrong rows");
        printf("cut at %zu of %zu, kind %d, failed %d\n", size, good_size, k, found[k].failed);
        return;
      }
      last[k] = found[k].rows;
    }
  }
  for (int k = 0; k < EVENT_KINDS; k++) CHECK(last[k] > 0);
}

/* A flipped bit gives an error or changes nothing. With "skip" it gives fewer rows, or names that are NULL. */
static void flip_anywhere(const char *skip) {
  const char *file = in_tmp("damaged.rocz");
  size_t errors = 0, step; /* each error counts for all bits of its step */
  for (size_t bit = 0; bit < good_size * 8; bit += step) {
    step = stride(bit / 8, test_soak() ? 1 : 173 * (1 + bit % 3));
    good[bit / 8] ^= (uint8_t)(1u << bit % 8);
    write_file(file, good, good_size);
    good[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (!read_file(damage_db, file, skip, found)) { errors += step; continue; }
    int failed = 0, changed = 0;
    for (int k = 0; k < EVENT_KINDS; k++) {
      size_t nulls = 0;
      failed |= found[k].failed;
      if (!is_subset(&found[k], &truth[k], columns_of(k), skip ? &nulls : NULL)) {
        CHECK(!"a damaged file with wrong rows");
        printf("bit %zu of byte %zu of %zu, kind %d\n", bit % 8, bit / 8, good_size, k);
        return;
      }
      changed |= nulls || found[k].rows != truth[k].rows;
    }
    errors += failed ? step : 0;
    if (skip ? failed : changed && !failed) {
      CHECK(!"damage and error do not go together");
      printf("bit %zu of byte %zu of %zu, failed %d changed %d\n", bit % 8, bit / 8, good_size, failed, changed);
      return;
    }
    if ((failed || changed) && (said_complete || !said_damages)) {
      CHECK(!"damage that was met is not in sources and health");
      printf("bit %zu of byte %zu of %zu\n", bit % 8, bit / 8, good_size);
      return;
    }
  }
  if (!skip) CHECK(errors > good_size * 8 / 10);
}
static void flipped_bits(void) { flip_anywhere(NULL); }
static void flipped_bits_skipped(void) { flip_anywhere("skip"); }

/* Index in event_kinds of a chunk's rows; -1: they are not events. */
static int event_of(uint16_t kind) {
  switch (kind) {
    case ROCZ_CALL: case ROCZ_OPEN_CALL: return 0;
    case ROCZ_DISPATCH: case ROCZ_OPEN_DISPATCH: return 1;
    case ROCZ_COPY: case ROCZ_OPEN_COPY: return 2;
    case ROCZ_ARGUMENT: return 3;
    default: return -1;
  }
}

/* What can be read if bytes [from, to) are damaged. */
typedef struct remains {
  size_t left[EVENT_KINDS]; /* rows left; for arguments, the words in chunks: exact, or the least number */
  sqlite3_int64 rows_gone, names_gone, chunks; /* number of damaged ones */
  int events; /* some of these chunks contain events, or tell arguments apart */
} remains;

static remains remains_of(size_t from, size_t to) {
  remains r = {.chunks = 0};
  size_t words = 0, words_left = 0;
  int args_end = 0;
  for (uint64_t i = 0; i < good_footer.chunks; i++) {
    rocz_chunk c;
    rocz_footer_chunk(&good_footer, i, &c);
    int hit = from < c.offset + ROCZ_CHUNK_SIZE + c.body_size && to > c.offset, event = event_of(c.kind);
    r.chunks += hit;
    r.events |= hit && (event >= 0 || c.kind == ROCZ_PARAMETER);
    args_end |= hit && c.kind == ROCZ_PARAMETER;
    if (hit && event < 0) r.names_gone += c.rows;
    hit |= event == 3 && args_end;
    if (hit && event >= 0) r.rows_gone += c.rows;
    if (event == 3) words += c.rows, words_left += hit ? 0 : c.rows;
    else if (event >= 0 && !hit) r.left[event] += c.rows;
  }
  r.left[3] = words_left == words ? truth[3].rows : 0;
  /* Without the footer, chunks are found by walking, and the footer's own header is the last of them. */
  size_t footer = good_size - ROCZ_TRAILER_SIZE - (size_t)good_footer.chunks * ROCZ_INDEX_SIZE - ROCZ_CHUNK_SIZE;
  int last = from < footer + ROCZ_CHUNK_SIZE && to > footer;
  r.chunks += last;
  r.events |= last;
  return r;
}

/* 16 bytes anywhere are damaged. With "skip" all other chunks are read, and what is missing is reported. Without it, a statement
** that meets them gets an error that says where they are. */
static void overwritten(void) {
  const char *file = in_tmp("damaged.rocz");
  size_t alone = 0, named = 0;
  for (size_t at = good_header.size; at + 16 <= good_size; at += stride(at, test_soak() ? 1 : 83)) {
    uint8_t kept[16];
    memcpy(kept, good + at, 16);
    memset(good + at, 0xa5, 16);
    write_file(file, good, good_size);
    memcpy(good + at, kept, 16);
    remains r = remains_of(at, at + 16);
    int before = test_failures, failed = 0;
    size_t nulls = 0;
    CHECK(read_file(damage_db, file, "skip", found));
    for (int k = 0; k < EVENT_KINDS; k++) {
      CHECK(!found[k].failed);
      CHECK(is_subset(&found[k], &truth[k], columns_of(k), &nulls));
      if (k < 3) CHECK_INT(found[k].rows, r.left[k]);
      else CHECK(found[k].rows >= r.left[k]);
    }
    alone += r.chunks && r.left[0] + r.left[1] > (truth[0].rows + truth[1].rows) / 2;
    named += nulls > 0;
    CHECK(!nulls || r.names_gone);
    CHECK_INT(said_damages, r.chunks);
    CHECK_INT(said_left_out, r.rows_gone);
    CHECK_INT(said_names, r.names_gone);
    CHECK_INT(said_complete, !r.chunks);
    CHECK(!r.chunks || (strstr(said_first, "damaged.rocz: ") && strstr(said_first, "at byte ")));
    CHECK(read_file(damage_db, file, NULL, found));
    for (int k = 0; k < EVENT_KINDS; k++) failed |= found[k].failed;
    for (int k = 0; k < EVENT_KINDS; k++) CHECK(found[k].failed || is_subset(&found[k], &truth[k], columns_of(k), NULL));
    CHECK_INT(failed, r.events || nulls); /* names that are NULL with "skip" are errors here */
    CHECK_INT(said_damages > 0, r.chunks > 0);
    CHECK_INT(said_complete, !r.chunks);
    if (test_failures == before) continue;
    printf("16 bytes at %zu of %zu: %s\n", at, good_size, said_first);
    return;
  }
  CHECK(alone > 100);
  CHECK(named > 10);
}

/* A copy of the good file with damage in the first chunk of a kind. */
static void write_without(uint16_t kind) {
  rocz_chunk c;
  uint64_t i = 0;
  do rocz_footer_chunk(&good_footer, i++, &c);
  while (c.kind != kind && i < good_footer.chunks);
  CHECK_INT(c.kind, kind);
  good[c.offset + ROCZ_CHUNK_SIZE + 40] ^= 1;
  write_file(in_tmp("names.rocz"), good, good_size);
  good[c.offset + ROCZ_CHUNK_SIZE + 40] ^= 1;
}

/* Names that cannot be read: rows, times and counts stay. A statement that reads the names gets an error, or NULL if damage is skipped. */
static void lost_names(void) {
  static const struct { uint16_t kind; const char *table, *column; } lost[] = {
    {ROCZ_STRING, "regions", "name"}, {ROCZ_STRING, "regions", "category"}, {ROCZ_FUNCTION, "regions", "name"}, {ROCZ_FUNCTION, "regions", "category"},
    {ROCZ_THREAD, "regions", "tid"}, {ROCZ_KERNEL, "kernels", "name"}, {ROCZ_LAUNCH, "kernels", "grid_x"}, {ROCZ_LAUNCH, "kernels", "name"},
    {ROCZ_QUEUE, "kernels", "agent_id"}, {ROCZ_AGENT, "memory_copies", "dst_device"}, {ROCZ_AGENT, "kernels", "agent_type"}};
  for (size_t i = 0; i < sizeof(lost) / sizeof(*lost); i++) {
    write_without(lost[i].kind);
    char *rows = sqlite3_mprintf("SELECT count(*), sum(start), sum(\"end\"), sum(duration) FROM %s", lost[i].table);
    char *names = sqlite3_mprintf("SELECT count(*) - count(%s) > 0 FROM %s", lost[i].column, lost[i].table);
    sqlite3 *db = db_open(":memory:"), *whole = db_open(":memory:");
    write_file(in_tmp("whole.rocz"), good, good_size);
    attach(whole, in_tmp("whole.rocz"), NULL);
    attach(db, in_tmp("names.rocz"), NULL);
    char *want = db_rows(whole, rows, 0, NULL), *got = db_rows(db, rows, 0, NULL), *told = db_rows(db, names, 0, NULL);
    CHECK_TEXT(got, want);
    CHECK(strstr(told, "names.rocz: hash of the chunk's body at byte"));
    if (!strstr(told, "names.rocz")) printf("%s: %s\n", names, told);
    CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
    CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'damaged'"), 1);
    sqlite3_free(got);
    attach(db, in_tmp("names.rocz"), "{\"damaged\":\"skip\"}");
    got = db_rows(db, rows, 0, NULL);
    CHECK_TEXT(got, want);
    CHECK_INT(db_int(db, names), 1);
    CHECK_INT(db_int(whole, names), 0);
    CHECK(db_int(db, "SELECT value FROM health WHERE name = 'names lost'") > 0);
    CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
    sqlite3_free(got), sqlite3_free(want), sqlite3_free(told), sqlite3_free(rows), sqlite3_free(names);
    sqlite3_close(db), sqlite3_close(whole);
  }
}

/* A chunk of an archive whose header states other times than its rows have: readers would skip rows because of it. A statement
** that meets it fails. */
static void rehash(uint8_t *head) {
  uint64_t hash = rocz_hash(head, 72);
  memcpy(head + 72, &hash, 8);
}

static void times_of_archives(void) {
  char file[4096], *sql;
  snprintf(file, sizeof(file), "%s", in_tmp("archive.rocz"));
  write_file(in_tmp("whole.rocz"), good, good_size);
  sqlite3 *db = db_open_trace(in_tmp("whole.rocz"));
  sqlite3_int64 size = db_int(db, sql = sqlite3_mprintf("SELECT rocpd_export_rocz(%Q) ->> 'bytes'", file));
  sqlite3_free(sql);
  sqlite3_close(db);
  uint8_t *bytes = malloc((size_t)size), *footer_head;
  FILE *f = fopen(file, "rb");
  CHECK(f && fread(bytes, 1, (size_t)size, f) == (size_t)size);
  if (f) fclose(f);
  rocz_header h;
  rocz_footer footer;
  rocz_chunk c = {0};
  rocz_error e = {0};
  CHECK_INT(rocz_parse_header(bytes, (size_t)size, &h, &e), ROCZ_OK);
  CHECK_INT(rocz_parse_footer(bytes, (uint64_t)size, h.size, &footer, &e), ROCZ_OK);
  uint64_t i = 0;
  do rocz_footer_chunk(&footer, i, &c);
  while (c.kind != ROCZ_DECLARED + ROCPD_KIND_REGION && ++i < footer.chunks);
  CHECK(i < footer.chunks && c.min_time < c.max_time);
  footer_head = (uint8_t *)footer.index - ROCZ_CHUNK_SIZE;
  for (int which = 0; which < 2; which++) { /* the first time is too late; the last time is too early */
    uint8_t kept[8], *head = bytes + c.offset, *entry = (uint8_t *)footer.index + i * ROCZ_INDEX_SIZE;
    int64_t wrong = which ? c.max_time - 1 : c.min_time + 1;
    memcpy(kept, head + 32 + 8 * which, 8);
    memcpy(head + 32 + 8 * which, &wrong, 8), memcpy(entry + 24 + 8 * which, &wrong, 8);
    uint64_t hash = rocz_hash(footer.index, (size_t)footer.chunks * ROCZ_INDEX_SIZE);
    memcpy(footer_head + 56, &hash, 8);
    rehash(head), rehash(footer_head);
    write_file(file, bytes, (size_t)size);
    db = db_open_trace(file);
    char *got = db_rows(db, "SELECT max(start), max(\"end\") FROM regions", 0, NULL);
    CHECK(strstr(got, "time of a row and times of its chunk"));
    sqlite3_free(got);
    CHECK(db_int(db, "SELECT count(*) FROM kernels") > 0);
    sqlite3_close(db);
    memcpy(head + 32 + 8 * which, kept, 8), memcpy(entry + 24 + 8 * which, kept, 8);
  }
  free(bytes);
}

/* What a user sees of it in SQL. */
static void damage_in_sql(void) {
  const char *file = in_tmp("broken.rocz");
  tracegen_options o = small_options(2000, 9);
  CHECK(!tracegen_write(file, &o));
  sqlite3 *db = db_open(":memory:");
  attach(db, file, NULL);
  sqlite3_int64 all = db_int(db, "SELECT count(*) FROM regions"), offset;
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  sqlite3_close(db);
  /* The footer is cut off, and a chunk header in the second half is broken. */
  FILE *f = fopen(file, "r+b");
  fseek(f, 0, SEEK_END);
  CHECK(ftruncate(fileno(f), ftell(f) - 16) == 0);
  uint8_t *bytes = malloc((size_t)ftell(f));
  size_t size = (size_t)ftell(f) - 16, at = size / 2;
  rewind(f);
  CHECK(fread(bytes, 1, size, f) == size);
  while (memcmp(bytes + at, "RZCK", 4) != 0) at++;
  offset = (sqlite3_int64)at;
  fseek(f, (long)at + 12, SEEK_SET);
  fputc(bytes[at + 12] ^ 1, f);
  fclose(f);
  free(bytes);
  db = db_open(":memory:");
  attach(db, file, NULL);
  CHECK_INT(db_int(db, "SELECT count(*) FROM (SELECT * FROM regions LIMIT 10)"), 10);
  sqlite3_stmt *s;
  sqlite3_prepare_v2(db, "SELECT count(*) FROM regions", -1, &s, NULL);
  CHECK_INT(sqlite3_step(s), SQLITE_CORRUPT);
  char want[64];
  snprintf(want, sizeof(want), "at byte %lld: expected", offset + 72);
  CHECK(strstr(sqlite3_errmsg(db), "broken.rocz") && strstr(sqlite3_errmsg(db), want));
  if (!strstr(sqlite3_errmsg(db), want)) printf("%s\n", sqlite3_errmsg(db));
  sqlite3_finalize(s);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 1);
  sqlite3_close(db);
  db = db_open(":memory:");
  attach(db, file, "{\"damaged\":\"skip\"}");
  sqlite3_int64 rest = db_int(db, "SELECT count(*) FROM regions");
  CHECK(rest > 0 && rest < all);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 1);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 0);
  sqlite3_close(db);
}

/* A file whose own header is damaged: of a folder's files only this one is left out, and reported. */
static void damaged_header(void) {
  mkdir(in_tmp("folder"), 0700);
  write_file(in_tmp("folder/good.rocz"), good, good_size);
  good[40] ^= 1;
  write_file(in_tmp("folder/bad.rocz"), good, good_size);
  good[40] ^= 1;
  sqlite3 *db = db_open(":memory:");
  sqlite3_stmt *s;
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", in_tmp("folder"));
  sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  CHECK_INT(sqlite3_step(s), SQLITE_CORRUPT);
  CHECK(strstr(sqlite3_errmsg(db), "bad.rocz: hash of the file's header at byte 152"));
  sqlite3_finalize(s);
  sqlite3_free(sql);
  CHECK_INT(attach(db, in_tmp("folder"), "{\"damaged\":\"skip\"}"), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM regions"), truth[0].rows);
  CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'damaged' AND source LIKE '%bad.rocz' AND detail LIKE '%bad.rocz: hash%'"), 1);
  CHECK_TEXT(db_text(db, "SELECT group_concat(complete) FROM (SELECT complete FROM sources ORDER BY source)"), "0,1");
  sqlite3_close(db);
}

int main(void) {
  load_good();
  RUN(cut_anywhere);
  RUN(flipped_bits);
  RUN(flipped_bits_skipped);
  RUN(overwritten);
  RUN(lost_names);
  RUN(times_of_archives);
  RUN(damaged_header);
  RUN(damage_in_sql);
  sqlite3_close(damage_db);
  return test_result();
}
