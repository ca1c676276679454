/* Reads bytes of a chunk file, and lists its chunks: from the footer, or without one by reading one chunk header after the other.
**
** The file is read by pread() only, and opened for each use: a mapping would fault if the file is truncated, and thousands of files would need too many
** descriptors. A descriptor is kept only while a process writes a file that it may replace, so that a statement reads the file that it began with. */
#include "launcher.h"
#include "rank.h"
#include "rocz_file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int rocpd_rocz_fail_text(const char *path, const rocz_error *e, rocpd_error *err) {
  char text[256];
  rocz_error_text(e, text, sizeof(text));
  if (e->code == ROCZ_NEWER) return rocpd_fail(err, SQLITE_ERROR, "%s: written by a later version of the format: %s", path, text);
  return rocpd_fail(err, SQLITE_CORRUPT, "%s: %s", path, text);
}

/* ---- reading */

static int open_file(const char *path, int *fd, struct stat *st, rocpd_error *err) {
  do *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  while (*fd < 0 && errno == EINTR);
  if (*fd < 0) return rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s: %s", path, strerror(errno));
  if (fstat(*fd, st) == 0 && S_ISREG(st->st_mode)) return SQLITE_OK;
  close(*fd);
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s: not a regular file", path);
}

/* Duplicates a descriptor; -1: not possible. */
static int another(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }

bool rocpd_rocz_file_replaced(const rocpd_rocz_file *f) {
  struct stat st;
  return f->held && stat(f->base.path, &st) == 0 && ((uint64_t)st.st_dev != f->device || (uint64_t)st.st_ino != f->inode);
}

void rocpd_rocz_file_release(rocpd_rocz_file *f) {
  if (f->held) close(f->held - 1);
  f->held = 0;
}

int rocpd_rocz_file_open(const rocpd_rocz_file *f, int *fd, rocpd_error *err) {
  struct stat st;
  if (f->held && (*fd = another(f->held - 1)) >= 0) return SQLITE_OK;
  int rc = open_file(f->base.path, fd, &st, err);
  if (rc != SQLITE_OK) return rc;
  if ((uint64_t)st.st_dev == f->device && (uint64_t)st.st_ino == f->inode) return SQLITE_OK;
  close(*fd);
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s: was replaced by another file since it was attached; detach and attach it", f->base.path);
}

size_t rocpd_rocz_pread(int fd, uint64_t offset, void *out, size_t size) {
  size_t got = 0;
  while (got < size) {
    ssize_t n = pread(fd, (char *)out + got, size - got, (off_t)(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += (size_t)n;
  }
  return got;
}

int rocpd_rocz_load(const rocpd_rocz_file *f, const rocz_chunk *chunk, rocpd_rocz_scratch *s, rocpd_error *err) {
  if (s->source == f->base.number && s->body.chunk.offset == chunk->offset) return SQLITE_OK;
  size_t size = ROCZ_CHUNK_SIZE + (size_t)chunk->body_size;
  if (rocpd_rocz_scratch_reserve(s, size) != SQLITE_OK) return rocpd_no_memory(err);
  int fd, rc = rocpd_rocz_file_open(f, &fd, err);
  if (rc != SQLITE_OK) return rc;
  size_t got = rocpd_rocz_pread(fd, chunk->offset, s->bytes, size);
  close(fd);
  rocz_error e = {0};
  rocz_chunk head;
  int code = rocz_parse_chunk(s->bytes, got, chunk->offset, &head, &e);
  /* The chunk's own header must agree with the index. */
  if (!code && (head.kind != chunk->kind || head.lane != chunk->lane || head.rows != chunk->rows || head.body_size != chunk->body_size ||
                head.first_row != chunk->first_row || head.min_time != chunk->min_time || head.max_time != chunk->max_time))
    code = rocz_fail(&e, ROCZ_DAMAGED, "rows of a chunk other than in the footer", chunk->offset, chunk->rows, head.rows);
  if (!code) code = rocz_parse_body(&head, s->bytes + ROCZ_CHUNK_SIZE, &s->body, &e);
  if (code) return rocpd_rocz_fail_text(f->base.path, &e, err);
  s->source = f->base.number;
  return SQLITE_OK;
}

/* ---- header */

static void uuid_text(const uint8_t id[16], char *out) {
  static const char digit[] = "0123456789abcdef";
  for (int i = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) *out++ = '-';
    *out++ = digit[id[i] >> 4];
    *out++ = digit[id[i] & 15];
  }
  *out = 0;
}

static int64_t rank_of(const rocz_header *h) {
  int64_t rank = -1;
  for (const char *const *variable = rocz_rank_variables; *variable && rank < 0; variable++) {
    char key[64];
    sqlite3_snprintf(sizeof(key), key, "env.%s", *variable);
    rank = rocpd_rank_of_text(rocz_header_property(h, key));
  }
  return rank;
}

static char *copy_text(const char *text) { return text ? sqlite3_mprintf("%s", text) : NULL; }

static int describe(rocpd_rocz_file *f, rocpd_error *err) {
  rocpd_source *s = &f->base;
  const rocz_header *h = &f->header;
  const char *host = rocz_header_property(h, "host"), *command = rocz_header_property(h, "command");
  const char *machine = rocz_header_property(h, "machine_id"), *parent = rocz_header_property(h, "parent");
  uuid_text(h->file_id, s->info.guid);
  uuid_text(h->run_id, s->info.run_id);
  if (parent && strlen(parent) < sizeof(s->info.parent)) strcpy(s->info.parent, parent);
  s->info.host = copy_text(host);
  s->info.command = copy_text(command);
  s->info.pid = h->pid;
  s->info.ppid = h->ppid;
  s->info.start_ns = s->info.end_ns = h->start_ns;
  /* Stable for a machine and 32 bits wide, like the number that rocprofv3 makes. */
  s->info.nid = machine ? (int64_t)(rocz_hash(machine, strlen(machine)) & UINT32_MAX) : 0;
  s->info.rank = rank_of(h);
  int64_t wall_offset = h->anchor.realtime_ns - h->anchor.boottime_ns;
  if (h->anchor.realtime_ns && h->anchor.boottime_ns && rocz_is_time(wall_offset)) s->info.wall_offset_ns = wall_offset;
  rocpd_session *session = s->session;
  f->host = ROCPD_NULL;
  int rc = rocpd_intern(session, s->info.guid, -1, &f->guid);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, s->path, -1, &f->path);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, s->info.run_id, -1, &f->run);
  if (rc == SQLITE_OK && host) rc = rocpd_intern(session, host, -1, &f->host);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, "", 0, &f->empty);
  if (rc == SQLITE_OK) rc = rocpd_intern(session, "{}", 2, &f->empty_json);
  if ((host && !s->info.host) || (command && !s->info.command)) rc = SQLITE_NOMEM;
  return rocpd_fail_code(err, rc);
}

int rocpd_rocz_file_header(rocpd_rocz_file *f, rocpd_error *err) {
  struct stat st;
  rocz_error e = {0};
  uint8_t fixed[ROCZ_HEADER_SIZE];
  int fd, rc = open_file(f->base.path, &fd, &st, err);
  if (rc != SQLITE_OK) return rc;
  f->device = (uint64_t)st.st_dev;
  f->inode = (uint64_t)st.st_ino;
  size_t got = rocpd_rocz_pread(fd, 0, fixed, sizeof(fixed));
  int code = rocz_parse_header(fixed, got, &f->header, &e);
  if (code == ROCZ_CUT && got == sizeof(fixed) && f->header.size > sizeof(fixed)) {
    size_t size = f->header.size; /* bounded by ROCZ_MAX_PROPS */
    f->props = sqlite3_malloc64(size);
    if (f->props) {
      got = rocpd_rocz_pread(fd, 0, f->props, size);
      code = rocz_parse_header((const uint8_t *)f->props, got, &f->header, &e);
    }
  }
  const char *keep = !code && f->props ? rocz_header_property(&f->header, "keep") : NULL;
  if (keep && strcmp(keep, "newest") == 0) f->held = another(fd) + 1;
  close(fd);
  if (code == ROCZ_CUT && got == sizeof(fixed) && !f->props) return rocpd_no_memory(err);
  f->cut = code == ROCZ_CUT;
  if (code) {
    sqlite3_free(f->props);
    f->props = NULL;
    return rocpd_rocz_fail_text(f->base.path, &e, err);
  }
  if (!f->props) f->header.props = NULL;
  f->end = f->header.size;
  return describe(f, err);
}

/* ---- lanes */

static uint64_t lane_key(uint16_t kind, uint32_t lane) { return (uint64_t)kind << 32 | lane; }

rocpd_rocz_lane *rocpd_rocz_lane_find(const rocpd_rocz_file *f, uint16_t kind, uint32_t lane) {
  uint64_t i = rocpd_map_get(&f->lane_place, lane_key(kind, lane), UINT64_MAX);
  return i == UINT64_MAX ? NULL : &f->lane[i];
}

int rocpd_rocz_lane_add(rocpd_rocz_file *f, uint16_t kind, uint32_t lane, rocpd_rocz_lane **out) {
  *out = rocpd_rocz_lane_find(f, kind, lane);
  if (*out) return SQLITE_OK;
  int rc = rocpd_array_push_reserve(&f->lane, f->lanes, sizeof(*f->lane));
  if (rc == SQLITE_OK) rc = rocpd_map_set(&f->lane_place, lane_key(kind, lane), f->lanes);
  if (rc != SQLITE_OK) return rc;
  *out = &f->lane[f->lanes++];
  memset(*out, 0, sizeof(**out));
  return SQLITE_OK;
}

/* ---- chunks */

static int note_damage(rocpd_rocz_file *f, const rocz_error *e) {
  rocpd_error why = {0};
  rocpd_rocz_fail_text(f->base.path, e, &why);
  return rocpd_rocz_file_ends(f, &why);
}

int rocpd_rocz_file_ends(rocpd_rocz_file *f, rocpd_error *why) {
  sqlite3_free(f->damage);
  f->damage = why->message ? sqlite3_mprintf("%s", why->message) : NULL;
  rocpd_source_damaged(&f->base, why);
  return f->damage ? SQLITE_OK : SQLITE_NOMEM;
}

/* Forgets the damage at the end, so that the file is read again from there: it may have been being written at that moment. Chunks that were left out stay
** so. */
static void forget_end(rocpd_rocz_file *f) {
  if (!f->damage) return;
  sqlite3_free(f->damage);
  f->damage = NULL;
  if (!f->rows_left_out && !f->names_lost) rocpd_source_undamaged(&f->base);
  else f->base.faults.damages--;
}

/* Adds a chunk to the list. Rows of a lane must not occur twice. Some may be missing (after a failed write, which the collector counts). */
static int add_chunk(rocpd_rocz_file *f, const rocz_chunk *c, rocz_error *e) {
  rocpd_rocz_lane *lane;
  bool of_calls = c->kind == ROCZ_CALL || c->kind == ROCZ_OPEN_CALL || c->kind == ROCZ_ARGUMENT || c->kind == ROCZ_MARK;
  if (of_calls && c->lane > ROCPD_ROCZ_MAX_LANE) {
    rocz_fail(e, ROCZ_DAMAGED, "lane of a chunk of calls", c->offset + 8, ROCPD_ROCZ_MAX_LANE, c->lane);
    return SQLITE_CORRUPT;
  }
  if (rocpd_rocz_lane_add(f, c->kind, c->lane, &lane) != SQLITE_OK) return SQLITE_NOMEM;
  if (c->first_row < lane->rows) {
    rocz_fail(e, ROCZ_DAMAGED, "first row of a chunk", c->offset + 16, lane->rows, c->first_row);
    return SQLITE_CORRUPT;
  }
  if (rocpd_array_reserve(&f->chunk, &f->chunk_capacity, f->chunks + 1, sizeof(*f->chunk)) != SQLITE_OK) return SQLITE_NOMEM;
  lane->rows = c->first_row + c->rows;
  lane->position = c->position;
  lane->last_chunk = f->chunks;
  f->chunk[f->chunks++] = *c;
  f->end = c->offset + ROCZ_CHUNK_SIZE + c->body_size;
  if (c->min_time <= c->max_time && c->max_time > f->base.info.end_ns) f->base.info.end_ns = c->max_time;
  if (c->min_time <= c->max_time && c->max_time > f->header.start_ns) f->base.info.began_ns = f->header.start_ns;
  return SQLITE_OK;
}

/* Lists all chunks from the footer. *found: the file has one. */
static int read_footer(rocpd_rocz_file *f, int fd, bool *found, rocpd_error *err) {
  uint8_t trailer[ROCZ_TRAILER_SIZE];
  uint64_t offset;
  rocz_footer footer;
  rocz_error e = {0};
  *found = false;
  if (f->size < f->header.size + ROCZ_CHUNK_SIZE + ROCZ_TRAILER_SIZE) return SQLITE_OK;
  if (rocpd_rocz_pread(fd, f->size - sizeof(trailer), trailer, sizeof(trailer)) != sizeof(trailer)) return SQLITE_OK;
  int code = rocz_parse_trailer(trailer, f->size, f->header.size, &offset, &e);
  f->footer_damaged = code == ROCZ_DAMAGED;
  if (code) return SQLITE_OK;
  uint8_t *data = sqlite3_malloc64(f->size - offset);
  if (!data) return rocpd_no_memory(err);
  if (rocpd_rocz_pread(fd, offset, data, f->size - offset) == f->size - offset) {
    code = rocz_parse_index(data, offset, f->size, f->header.size, &footer, &e);
    f->footer_damaged = code != ROCZ_OK;
  } else {
    code = ROCZ_CUT;
  }
  int rc = SQLITE_OK;
  for (uint64_t i = 0; !code && rc == SQLITE_OK && i < footer.chunks; i++) {
    rocz_chunk c;
    rocz_footer_chunk(&footer, i, &c);
    rc = add_chunk(f, &c, &e);
  }
  sqlite3_free(data);
  *found = !code;
  if (rc == SQLITE_CORRUPT) rc = note_damage(f, &e);
  return rocpd_fail_code(err, rc);
}

/* Lists the chunks after the last known one, up to the first that is not complete. */
static int walk(rocpd_rocz_file *f, int fd, rocpd_error *err) {
  rocz_error e = {0};
  for (;;) {
    uint8_t bytes[ROCZ_CHUNK_SIZE];
    rocz_chunk c;
    uint64_t left = f->size - f->end;
    if (left < sizeof(bytes) || rocpd_rocz_pread(fd, f->end, bytes, sizeof(bytes)) != sizeof(bytes)) return SQLITE_OK;
    int code = rocz_parse_chunk(bytes, left, f->end, &c, &e);
    if (code == ROCZ_CUT) return SQLITE_OK;
    if (!code && c.kind == ROCZ_FOOTER) {
      f->base.info.complete = true;
      return SQLITE_OK;
    }
    int rc = code ? SQLITE_CORRUPT : add_chunk(f, &c, &e);
    if (rc == SQLITE_CORRUPT) rc = note_damage(f, &e) == SQLITE_OK ? SQLITE_DONE : SQLITE_NOMEM;
    if (rc == SQLITE_DONE) return SQLITE_OK;
    if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  }
}

/* Frees unused room of the list, once the file is complete. */
static void trim_list(rocpd_rocz_file *f) {
  rocz_chunk *less = f->chunks ? sqlite3_realloc64(f->chunk, f->chunks * sizeof(*less)) : NULL;
  if (!less) return;
  f->chunk = less;
  f->chunk_capacity = f->chunks;
}

int rocpd_rocz_file_index(rocpd_rocz_file *f, rocpd_error *err) {
  struct stat st;
  int fd, rc = rocpd_rocz_file_open(f, &fd, err);
  if (rc != SQLITE_OK) return rc;
  if (fstat(fd, &st) != 0) st.st_size = 0;
  f->size = (uint64_t)st.st_size;
  if (f->ended && f->size >= f->end) {
    close(fd);
    return SQLITE_OK;
  }
  forget_end(f);
  if (f->size < f->end) {
    rocz_error e = {0};
    rocz_fail(&e, ROCZ_DAMAGED, "size of the file, which has become shorter", f->size, f->end, f->size);
    rc = note_damage(f, &e) == SQLITE_OK ? SQLITE_OK : rocpd_no_memory(err);
  } else {
    bool found = false;
    if (!f->chunks) rc = read_footer(f, fd, &found, err);
    if (found) f->base.info.complete = true;
    else if (rc == SQLITE_OK) rc = walk(f, fd, err);
    if (f->base.info.complete) trim_list(f);
  }
  close(fd);
  return rc;
}
