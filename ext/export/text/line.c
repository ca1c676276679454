/* See line.h. Most lines share a few names, categories and places, and begin in the same ms as the line before; these texts are cached. */
#include "line.h"
#include "escape.h"
#include "export.h"
#include "steps.h"

enum { MOST_WIDTH = 40, CATEGORY = 22 }; /* wider texts push the rest of their line to the right */
enum { NAMES, CATEGORIES };

/* A cached text; size 0: none. */
typedef struct rocpd_line_text {
  uint32_t at, size;
} line_text;

enum { MOST_KEPT = 4 << 20, LONGEST_KEPT = 2048 }; /* bytes of all cached texts, and of one */

/* ---- columns */

static size_t characters(const char *from, const char *to) {
  size_t n = 0;
  for (; from < to; from++) n += (*from & 0xc0) != 0x80;
  return n;
}

/* Text as inside a JSON string, without characters that would end a column; room for 6 * size bytes. */
static char *put_column(char *out, const char *text, size_t size) {
  char *end = rocpd_json_escape(out, text, size);
  size_t bars = 0;
  for (const char *p = out; p < end; p++) bars += *p == '|';
  char *to = end + 5 * bars;
  for (char *from = end, *at = to; bars; ) {
    if (*--from != '|') { *--at = *from; continue; }
    at -= 6, bars--;
    memcpy(at, "\\u007c", 6);
  }
  return to;
}

static char *pad(char *out, size_t have, size_t want) {
  size_t n = have < want ? want - have : 0;
  memset(out, ' ', n);
  return out + n;
}

/* While the widths are being determined, columns have width 0. */
static int make_place(const rocpd_lines *l, const char *process, const char *track, rocpd_line_place *out, size_t *wide) {
  char *text = sqlite3_malloc64(6 * (strlen(process) + strlen(track)) + 2 * MOST_WIDTH + 16 + ROCPD_STEP), *p = text, *from;
  sqlite3_free(out->text);
  out->text = text;
  if (!text) return SQLITE_NOMEM;
  p = put_column(from = memcpy(p, " | ", 3) + 3, process, strlen(process));
  wide[0] = characters(from, p), p = pad(p, wide[0], l->width[0]);
  memcpy(p, " | ", 3);
  p = put_column(from = p + 3, track, strlen(track));
  wide[1] = characters(from, p), p = pad(p, wide[1], l->width[1]);
  memcpy(p, " | ", 4);
  out->size = (size_t)(p + 3 - text);
  return SQLITE_OK;
}

static int place_track(const rocpd_lines *l, const rocpd_track *t, rocpd_line_place *out, size_t *wide) {
  const rocpd_export_layout *a = &l->w->x->layout;
  char *process = rocpd_process_text(&a->process[t->process]);
  bool thread = t->group == ROCPD_NO_GROUP, main = thread && !strcmp(t->name, a->process[t->process].name); /* the process's column has it */
  char *track = !thread ? sqlite3_mprintf("%s, %s", a->group[t->group].name, t->name)
                : t->nameless || t->key == ROCPD_NULL ? sqlite3_mprintf("%s", t->name)
                : sqlite3_mprintf("%s %lld", main ? "thread" : t->name, t->key);
  int rc = process && track ? make_place(l, process, track, out, wide) : SQLITE_NOMEM;
  sqlite3_free(process), sqlite3_free(track);
  return rc;
}

/* Twice: the second time the widths are known. */
static int make_places(rocpd_lines *l, const char *const *process, const char *const *track, size_t more) {
  const rocpd_export *x = l->w->x;
  size_t tracks = x->layout.tracks;
  if (!(l->place = rocpd_zeroed((tracks + more + 1) * sizeof *l->place))) return SQLITE_NOMEM;
  l->places = tracks + more;
  int rc = SQLITE_OK;
  for (int turn = 0; turn < 2; turn++) {
    size_t most[2] = {7, 5}, wide[2];
    for (size_t i = 0; !rc && i < l->places; i++) {
      if (i < tracks && !rocpd_export_takes(x, &x->layout.track[i])) continue;
      rc = i < tracks ? place_track(l, &x->layout.track[i], &l->place[i], wide) : make_place(l, process[i - tracks], track[i - tracks], &l->place[i], wide);
      for (int k = 0; !rc && k < 2; k++) most[k] = wide[k] > most[k] && wide[k] <= MOST_WIDTH ? wide[k] : most[k];
    }
    for (int k = 0; k < 2; k++) l->width[k] = most[k];
  }
  return rc;
}

/* ---- numbers */

static char *put_digits(char *p, uint64_t n, int least) {
  char digit[24];
  int size = 0;
  while (n || size < least) digit[size++] = (char)('0' + n % 10), n /= 10;
  while (size) *p++ = digit[--size];
  return p;
}

/* n units of 10^-places, right-aligned in a column. */
static char *put_decimal(char *p, bool negative, uint64_t n, uint64_t unit, int places, size_t width) {
  char text[40] = "-", *end = put_digits(text + negative, n / unit, 1);
  *end++ = '.';
  end = put_digits(end, n % unit, places);
  p = pad(p, (size_t)(end - text), width);
  memcpy(p, text, (size_t)(end - text));
  return p + (end - text);
}

static char *put_word(char *p, const char *word, size_t width) {
  p = pad(p, strlen(word), width);
  memcpy(p, word, strlen(word));
  return p + strlen(word);
}

/* s with nine decimals in a column of 20; up to the ms it is copied from the line before. */
static char *put_start(rocpd_lines *l, char *p, int64_t time) {
  if (time < l->base) return put_decimal(p, true, (uint64_t)l->base - (uint64_t)time, 1000000000, 9, 20); /* the call that launched it is not in the window */
  uint64_t ns = (uint64_t)time - (uint64_t)l->base, ms = ns / 1000000, digits = rocpd_six_digits((uint32_t)(ns % 1000000));
  if (!l->front.size || ms != l->front.number) {
    l->front.number = ms;
    l->front.size = (uint32_t)(put_decimal(l->front.digits, false, ms, 1000, 3, 14) - l->front.digits);
  }
  memcpy(p, l->front.digits, sizeof l->front.digits);
  memcpy(p + l->front.size, &digits, sizeof digits);
  return p + l->front.size + 6;
}

/* us with three decimals in a column of 16; most are less than a ms. */
static char *put_duration(char *p, uint64_t ns) {
  if (ns >= 1000000) return put_decimal(p, false, ns, 1000, 3, 16);
  uint64_t digits = rocpd_six_digits((uint32_t)ns);
  int zeros = __builtin_ctzll((digits ^ 0x303030) | 1 << 16) / 8;
  uint64_t blanks = ((uint64_t)1 << 8 * zeros) - 1; /* blanks instead of leading zeros */
  uint64_t us = (digits & 0xffffff & ~blanks) | (0x202020 & blanks) | (uint64_t)'.' << 24 | (digits >> 24 & 0xffffff) << 32;
  memcpy(p, "         ", 9);
  memcpy(p + 9, &us, 8);
  return p + 16;
}

static char *put_bytes(char *p, int64_t bytes) {
  char number[ROCPD_DECIMAL_ROOM];
  if (bytes == ROCPD_NULL) return (char *)memcpy(p, "             | ", 15) + 15;
  size_t size = (size_t)(rocpd_put_signed(number, bytes) - number);
  p = pad(p, size, 12);
  memcpy(p, number, size);
  return (char *)memcpy(p + size, " | ", 3) + 3;
}

/* ---- texts */

/* A category with the end of its column, or a name with the end of its line; room for 6 bytes of each byte, and CATEGORY + 3. */
static char *put_text(const rocpd_lines *l, int what, int64_t id, char *p) {
  int64_t size = 0;
  const char *text = id == ROCPD_NULL ? "" : rocpd_string(l->w->x->session, id, &size);
  char *from = p;
  if (what == NAMES) {
    p = rocpd_json_escape(p, text, (size_t)size);
    *p++ = '\n';
    return p;
  }
  p = put_column(p, text, (size_t)size);
  p = pad(p, characters(from, p), CATEGORY);
  return (char *)memcpy(p, " | ", 3) + 3;
}

static size_t text_size(const rocpd_lines *l, int64_t id) {
  int64_t size = 0;
  if (id != ROCPD_NULL) rocpd_string(l->w->x->session, id, &size);
  return (size_t)size;
}

/* Caches a text if there is room. *out: the cached text, or size 0. */
static int keep_text(rocpd_lines *l, int what, int64_t id, line_text *out) {
  size_t key = id == ROCPD_NULL ? 0 : (size_t)id + 1, old = l->texts[what], size = text_size(l, id);
  *out = (line_text){0};
  if (key >= old) {
    if (rocpd_array_reserve(&l->text[what], &l->texts[what], key + 1, sizeof **l->text)) return SQLITE_NOMEM;
    memset(l->text[what] + old, 0, (l->texts[what] - old) * sizeof **l->text);
  }
  if (l->text[what][key].size) return *out = l->text[what][key], SQLITE_OK;
  if (size > LONGEST_KEPT || l->cached_size + 6 * size + CATEGORY + 3 + ROCPD_STEP > MOST_KEPT) return SQLITE_OK;
  if (!l->cached && !(l->cached = sqlite3_malloc64(MOST_KEPT))) return SQLITE_NOMEM;
  char *end = put_text(l, what, id, l->cached + l->cached_size);
  *out = l->text[what][key] = (line_text){(uint32_t)l->cached_size, (uint32_t)(end - l->cached - (ptrdiff_t)l->cached_size)};
  l->cached_size += out->size;
  return SQLITE_OK;
}

static inline int find_text(rocpd_lines *l, int what, int64_t id, line_text *out) {
  size_t key = id == ROCPD_NULL ? 0 : (size_t)id + 1;
  if (key >= l->texts[what] || !l->text[what][key].size) return keep_text(l, what, id, out);
  *out = l->text[what][key];
  return SQLITE_OK;
}

static inline char *put_found(const rocpd_lines *l, int what, int64_t id, const line_text *found, char *p) {
  return found->size ? rocpd_copy_steps(p, l->cached + found->at, found->size) : put_text(l, what, id, p);
}

/* ---- lines */

int rocpd_line_write(rocpd_lines *l, size_t place, const rocpd_line *line, rocpd_error *err) {
  const rocpd_line_place *at = &l->place[place];
  line_text name, category;
  if (find_text(l, NAMES, line->name, &name) || find_text(l, CATEGORIES, line->category, &category)) return rocpd_no_memory(err);
  size_t size = at->size + (name.size ? name.size : 6 * text_size(l, line->name)) + (category.size ? category.size : 6 * text_size(l, line->category));
  char *p = (char *)rocpd_buffer_reserve(&l->w->out, size + 4 * ROCPD_STEP + 160, err);
  if (!p) return err->rc;
  p = put_start(l, p, line->start);
  p = (char *)memcpy(p, " | ", 3) + 3;
  if (line->never_started) p = put_word(p, "not started", 16);
  else if (line->end == INT64_MAX) p = put_word(p, "not ended", 16);
  else p = put_duration(p, (uint64_t)line->end - (uint64_t)line->start);
  p = rocpd_copy_steps(p, at->text, at->size);
  p = put_found(l, CATEGORIES, line->category, &category, p);
  p = put_bytes(p, line->bytes);
  p = put_found(l, NAMES, line->name, &name, p);
  rocpd_buffer_commit(&l->w->out, (uint8_t *)p);
  return SQLITE_OK;
}

static int write_head(const rocpd_lines *l, rocpd_error *err) {
  char *p = (char *)rocpd_buffer_reserve(&l->w->out, 512, err);
  if (!p) return err->rc;
  sqlite3_snprintf(512, p, "# Times count from %lld ns; texts are as inside JSON strings.\n%20s | %16s | %-*s | %-*s | %-*s | %12s | NAME\n", l->base,
                   "START (s)", "DURATION (us)",
                   (int)l->width[0], "PROCESS", (int)l->width[1], "TRACK", CATEGORY, "CATEGORY", "BYTES");
  rocpd_buffer_commit(&l->w->out, (uint8_t *)p + strlen(p));
  return SQLITE_OK;
}

int rocpd_lines_begin(rocpd_writer *w, const char *const *process, const char *const *track, size_t more, rocpd_lines *out, rocpd_error *err) {
  const rocpd_export_layout *a = &w->x->layout;
  *out = (rocpd_lines){.w = w, .base = a->min_time > a->max_time ? 0 : a->min_time};
  int rc = rocpd_fail_code(err, make_places(out, process, track, more));
  return rc ? rc : write_head(out, err);
}

void rocpd_lines_drop(rocpd_lines *l) {
  for (size_t i = 0; l->place && i < l->places; i++) sqlite3_free(l->place[i].text);
  sqlite3_free(l->place), sqlite3_free(l->text[NAMES]), sqlite3_free(l->text[CATEGORIES]), sqlite3_free(l->cached);
}
