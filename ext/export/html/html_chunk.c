/* Chunks: neighbouring events of a lane, with what is read to draw them apart from what is read when one of them is looked at. */
#include "html.h"

static int64_t *fields_of(rocpd_html_chunk *c, int class, int field) {
  const rocpd_event_kind *e = &rocpd_event_kinds[class];
  if (!c->field[class]) {
    size_t columns = (size_t)e->fields + e->signatures;
    c->field[class] = sqlite3_malloc64(columns * ROCPD_HTML_CHUNK * sizeof **c->field);
  }
  return c->field[class] ? c->field[class] + (size_t)field * ROCPD_HTML_CHUNK : NULL;
}

/* The head's place among the chunk's. */
static int place_of(rocpd_html_chunk *c, uint32_t head, size_t *place) {
  if (head >= c->places) {
    size_t before = c->places;
    if (rocpd_array_reserve(&c->place, &c->places, head + 1u, sizeof *c->place)) return SQLITE_NOMEM;
    memset(c->place + before, 0, (c->places - before) * sizeof *c->place);
  }
  *place = (size_t)c->place[head] - 1;
  if (c->place[head] && *place < c->sums && c->sum[*place].head == head) return SQLITE_OK;
  if (c->sums == c->sum_capacity && rocpd_array_reserve(&c->sum, &c->sum_capacity, c->sums + 1, sizeof *c->sum)) return SQLITE_NOMEM;
  *place = c->sums++;
  c->place[head] = (uint32_t)*place + 1;
  c->sum[*place] = (rocpd_html_head_sum){.head = head, .shortest = INT64_MAX};
  return SQLITE_OK;
}

int rocpd_html_chunk_add(rocpd_html_chunk *c, const rocpd_item *item, uint32_t head, bool never_started) {
  size_t place;
  if (place_of(c, head, &place)) return SQLITE_NOMEM;
  rocpd_html_head_sum *sum = &c->sum[place];
  uint32_t i = c->n++;
  bool ended = item->end != INT64_MAX;
  c->start[i] = item->start - c->base;
  c->duration[i] = ended ? item->end - item->start : ROCPD_NULL;
  c->head[i] = (int64_t)place;
  c->flags[i] = never_started ? ROCPD_HTML_NEVER_STARTED : 0;
  sum->events++;
  if (item->end > c->latest) c->latest = item->end;
  if (!ended) return SQLITE_OK;
  sum->sum += c->duration[i];
  if (c->duration[i] < sum->shortest) sum->shortest = c->duration[i];
  if (c->duration[i] > sum->longest) sum->longest = c->duration[i];
  return SQLITE_OK;
}

int rocpd_html_chunk_fields(rocpd_html_chunk *c, const rocpd_block *b, uint32_t from, uint32_t n) {
  const rocpd_event_kind *e = b->batch->event;
  int class = (int)(e - rocpd_event_kinds);
  int64_t *to;
  for (int f = 0, own = 0; f < e->fields; f++) {
    if (e->field[f].signature) continue;
    if (!(to = fields_of(c, class, f))) return SQLITE_NOMEM;
    to += c->class_n[class];
    if (own < b->batch->owns && b->batch->own[own] == f) memcpy(to, b->field[own++] + from, n * sizeof *to);
    else for (uint32_t i = 0; i < n; i++) to[i] = ROCPD_NULL;
    for (uint32_t i = 0; e->field[f].not_zero && i < n; i++) to[i] = to[i] ? to[i] : ROCPD_NULL;
  }
  if (e->signatures) {
    if (!(to = fields_of(c, class, e->fields))) return SQLITE_NOMEM;
    for (uint32_t i = 0; i < n; i++) to[c->class_n[class] + i] = b->signature[from + i];
  }
  for (uint32_t i = from; i < from + n; i++) {
    int64_t stack = b->stack_id[i];
    if (stack == ROCPD_NULL) continue;
    if (stack < c->least_stack) c->least_stack = stack;
    if (stack > c->most_stack) c->most_stack = stack;
  }
  c->class_n[class] += n;
  return SQLITE_OK;
}

int rocpd_html_chunk_arguments(rocpd_writer *w, rocpd_html_chunk *c, size_t first, size_t count, rocpd_error *err) {
  if (!c->arguments) c->arguments = sqlite3_str_new(NULL);
  sqlite3_str_appendf(c->arguments, "%s\"%u\":{", sqlite3_str_length(c->arguments) ? "," : "{", c->n);
  const char *comma = "";
  for (size_t i = first; i < first + count; i++) {
    rocpd_argument_texts a;
    int rc = rocpd_argument_text(w->x, i, &a, err);
    if (rc) return rc;
    if (!a.value) continue;
    sqlite3_str_appendall(c->arguments, comma), comma = ",";
    rocpd_html_json_text(c->arguments, a.name, (size_t)a.name_size);
    sqlite3_str_appendchar(c->arguments, 1, ':');
    rocpd_html_json_text(c->arguments, a.value, (size_t)a.value_size);
  }
  sqlite3_str_appendchar(c->arguments, 1, '}');
  return rocpd_fail_code(err, sqlite3_str_errcode(c->arguments));
}

/* ---- blobs */

/* Starts become gaps. An event mostly begins soon after the one before it has ended, or soon after it has begun, in it. */
static void make_gaps(rocpd_html_chunk *c) {
  int64_t start = c->start[0], end = start;
  for (uint32_t i = 0; i < c->n; i++) {
    int64_t own = c->start[i];
    bool within = end > own;
    c->start[i] = own - (within ? start : end);
    c->flags[i] |= within ? ROCPD_HTML_WITHIN : 0;
    start = own;
    end = c->duration[i] == ROCPD_NULL ? INT64_MAX : own + c->duration[i];
  }
}

/* Durations in order of heads: those of one are alike. */
static void sort_durations(rocpd_html_chunk *c, int64_t *out) {
  size_t at = 0;
  for (size_t k = 0; k < c->sums; k++) {
    rocpd_html_head_sum *s = &c->sum[k];
    s->place = at, at += (size_t)s->events;
    if (s->shortest == INT64_MAX) s->shortest = 0;
  }
  for (uint32_t i = 0; i < c->n; i++) {
    rocpd_html_head_sum *s = &c->sum[c->head[i]];
    out[s->place++] = c->duration[i] == ROCPD_NULL ? ROCPD_NULL : c->duration[i] - s->shortest;
  }
}

static int put_times(rocpd_html_chunk *c) {
  size_t around = c->around.n / 3;
  int64_t *value = c->start; /* which is written first */
  make_gaps(c);
  int rc = rocpd_html_column(&c->bytes, c->start, c->n);
  sort_durations(c, value);
  if (!rc) rc = rocpd_html_column(&c->bytes, value, c->n);
  if (!rc) rc = rocpd_html_column(&c->bytes, c->head, c->n);
  if (!rc) rc = rocpd_html_column(&c->bytes, c->flags, c->n);
  for (size_t i = 0; i < c->sums; i++) value[i] = c->sum[i].head;
  if (!rc) rc = rocpd_html_column(&c->bytes, value, c->sums);
  for (size_t i = 0; i < c->sums; i++) value[i] = c->sum[i].shortest;
  if (!rc) rc = rocpd_html_column(&c->bytes, value, c->sums);
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < around; i++) value[i] = c->around.number[3 * i + k];
    if (!rc) rc = rocpd_html_column(&c->bytes, value, around);
  }
  return rc;
}

/* Numbers of signatures are the thread's: here those that are met get numbers of their own. The values follow. */
static int put_signatures(rocpd_html_chunk *c, const rocpd_signatures *all, int64_t *number, uint32_t n) {
  rocpd_map local = {0};
  int64_t *value = c->flags; /* is written */
  size_t met = 0;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < n && !rc; i++) {
    uint64_t found = rocpd_map_get(&local, (uint64_t)number[i], UINT64_MAX);
    if (found == UINT64_MAX) {
      rc = rocpd_map_set(&local, (uint64_t)number[i], found = met);
      c->head[met++] = number[i]; /* is written, too */
    }
    number[i] = (int64_t)found;
  }
  if (!rc) rc = rocpd_html_column(&c->bytes, number, n);
  for (int k = 0; k < ROCPD_SIGNATURE_VALUES && !rc; k++) {
    for (size_t i = 0; i < met; i++) value[i] = all->value[c->head[i]][k];
    rc = rocpd_html_column(&c->bytes, value, met);
  }
  rocpd_map_free(&local);
  return rc;
}

/* String ids become numbers of the file's texts. */
static int number_texts(rocpd_writer *w, int64_t *id, uint32_t n, rocpd_error *err) {
  int64_t last_id = ROCPD_NULL, last = ROCPD_NULL;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < n && !rc; i++) {
    if (id[i] != last_id) {
      last_id = id[i];
      rc = rocpd_html_string(w, &((rocpd_html *)w->state)->known_string, id[i], &last, err);
    }
    id[i] = last;
  }
  return rc;
}

static int put_fields(rocpd_writer *w, rocpd_html_chunk *c, int class, rocpd_error *err) {
  const rocpd_event_kind *e = &rocpd_event_kinds[class];
  uint32_t n = c->class_n[class];
  int rc = SQLITE_OK;
  for (int f = 0; f < e->fields && !rc; f++) {
    if (e->field[f].signature) continue;
    int64_t *value = fields_of(c, class, f);
    if (e->field[f].text) rc = number_texts(w, value, n, err);
    if (!rc) rc = rocpd_fail_code(err, rocpd_html_column(&c->bytes, value, n));
  }
  return rc || !e->signatures ? rc : rocpd_fail_code(err, put_signatures(c, &w->signatures, fields_of(c, class, e->fields), n));
}

static int write_arguments(rocpd_writer *w, rocpd_html_chunk *c, int64_t *blob, rocpd_error *err) {
  *blob = -1;
  if (!c->arguments) return SQLITE_OK;
  sqlite3_str_appendchar(c->arguments, 1, '}');
  rocpd_html_bytes bytes = {.n = (size_t)sqlite3_str_length(c->arguments)};
  int rc = rocpd_fail_code(err, sqlite3_str_errcode(c->arguments));
  bytes.byte = (uint8_t *)sqlite3_str_finish(c->arguments);
  c->arguments = NULL;
  if (!rc) rc = rocpd_html_blob(w, &bytes, false, blob, err);
  sqlite3_free(bytes.byte);
  return rc;
}

int rocpd_html_chunk_write(rocpd_writer *w, rocpd_html_chunk *c, rocpd_html_chunk_blobs *out, rocpd_error *err) {
  int rc = rocpd_fail_code(err, put_times(c));
  if (!rc) rc = rocpd_html_blob(w, &c->bytes, true, &out->times, err);
  for (int class = 0; class < ROCPD_EVENT_CLASSES && !rc; class++)
    if (c->class_n[class]) rc = put_fields(w, c, class, err);
  if (!rc) rc = rocpd_html_blob(w, &c->bytes, true, &out->fields, err);
  if (!rc) rc = write_arguments(w, c, &out->arguments, err);
  c->n = 0, c->around.n = 0;
  memset(c->class_n, 0, sizeof c->class_n);
  return rc;
}

void rocpd_html_chunk_free(rocpd_html_chunk *c) {
  if (!c) return;
  for (int i = 0; i < ROCPD_EVENT_CLASSES; i++) sqlite3_free(c->field[i]);
  sqlite3_free(sqlite3_str_finish(c->arguments));
  sqlite3_free(c->around.number), sqlite3_free(c->sum), sqlite3_free(c->place), rocpd_html_bytes_free(&c->bytes);
  sqlite3_free(c);
}
