/* Chunks of neighbouring events of a lane. What the page needs to draw them is separate from what it needs to show the details of one. */
#include "html.h"
#include "loops.h"

static int64_t *fields_of(rocpd_html_chunk *c, int class, int field) {
  const rocpd_event_kind *e = &rocpd_event_kinds[class];
  if (!c->field[class]) {
    size_t columns = (size_t)e->fields + e->signatures;
    c->field[class] = sqlite3_malloc64(columns * ROCPD_HTML_CHUNK * sizeof **c->field);
  }
  return c->field[class] ? c->field[class] + (size_t)field * ROCPD_HTML_CHUNK : NULL;
}

void rocpd_html_chunk_begin(rocpd_html_chunk *c) {
  c->number++, c->sums = 0, c->latest = INT64_MIN, c->least_stack = INT64_MAX, c->most_stack = INT64_MIN;
}

static void add_times(rocpd_html_chunk *c, const rocpd_item *item, uint32_t n) {
  int64_t *start = c->start + c->n, *duration = c->duration + c->n, base = c->base, latest = c->latest;
  for (uint32_t i = 0; i < n; i++) {
    int64_t from = item[i].start, end = item[i].end;
    start[i] = from - base;
    duration[i] = end == INT64_MAX ? ROCPD_NULL : end - from;
    latest = rocpd_later(latest, end);
  }
  c->latest = latest;
}

/* ROCPD_HTML_WITHIN is added when the chunk is written. */
static void add_flags(rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_item *item, uint32_t n) {
  memset(c->flags + c->n, 0, n * sizeof *c->flags);
  for (uint32_t i = 0; v->unstarted && i < n; i++)
    if (rocpd_never_started(v, item[i].row)) c->flags[c->n + i] = ROCPD_HTML_NEVER_STARTED;
}

static void fill_nulls(int64_t *value, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) value[i] = ROCPD_NULL;
}

/* If no event of a batch has a value of a field, the values are left out until other events have one. *stack: values of the field with stack_ids, if there
** is one. */
static int add_fields(rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, int class, const int64_t **stack) {
  const rocpd_event_kind *e = v->event;
  uint32_t at = c->class_n[class];
  for (int own = 0; own < v->owns; own++) {
    int f = v->own[own];
    int64_t *to = fields_of(c, class, f);
    if (!to) return SQLITE_NOMEM;
    fill_nulls(to, c->filled[class][f], at);
    c->filled[class][f] = at + r->n;
    to += at;
    rocpd_block_rows_get(r, v->field[f][0], to);
    if (v->field[f][0] == v->stack_id) *stack = to;
    for (uint32_t i = 0; e->field[f].not_zero && i < r->n; i++) to[i] = to[i] ? to[i] : ROCPD_NULL;
  }
  c->class_n[class] += r->n;
  return SQLITE_OK;
}

static int add_signatures(rocpd_writer *w, rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r, int class) {
  int64_t *to = fields_of(c, class, v->event->fields);
  int rc = to ? SQLITE_OK : SQLITE_NOMEM;
  for (uint32_t i = 0, number = 0; i < r->n && !rc; i++) {
    rc = rocpd_signature_find(&w->signatures, v, r->row[i], &number);
    to[c->class_n[class] + i] = number;
  }
  return rc;
}

static void add_stacks(rocpd_html_chunk *c, const int64_t *stack, uint32_t n) {
  int64_t low, high;
  rocz_loops_find()->range(stack, n, &low, &high);
  low = rocz_least_value(stack, n, low); /* if all are NULL, low is the largest number and high the smallest */
  c->least_stack = rocpd_earlier(c->least_stack, low), c->most_stack = rocpd_later(c->most_stack, high);
}

int rocpd_html_chunk_add(rocpd_writer *w, rocpd_html_chunk *c, const rocpd_export_batch *v, const rocpd_block_rows *r) {
  int class = (int)(v->event - rocpd_event_kinds);
  int64_t own[ROCPD_BLOCK_EVENTS];
  const int64_t *stack = NULL;
  add_times(c, r->item, r->n);
  add_flags(c, v, r->item, r->n);
  int rc = v->event->signatures ? add_signatures(w, c, v, r, class) : SQLITE_OK;
  if (!rc) rc = add_fields(c, v, r, class, &stack);
  if (rc) return rc;
  if (!stack) rocpd_block_rows_get(r, v->stack_id, own), stack = own;
  add_stacks(c, stack, r->n);
  c->n += r->n;
  return SQLITE_OK;
}

int rocpd_html_chunk_arguments(rocpd_writer *w, rocpd_html_chunk *c, uint32_t event, size_t first, size_t count, rocpd_error *err) {
  if (!c->arguments) c->arguments = sqlite3_str_new(NULL);
  sqlite3_str_appendf(c->arguments, "%s\"%u\":{", sqlite3_str_length(c->arguments) ? "," : "{", event);
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

/* Replaces starts by gaps. An event mostly begins soon after the end of the one before it or, within that, soon after its start. */
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

/* Adds a head's durations to its sums; `less`: durations less the shortest. */
static void sum_up(rocpd_html_head_sum *s, const int64_t *duration, size_t n, int64_t *less) {
  const rocz_loops *loops = rocz_loops_find();
  int64_t low, high, sum = 0;
  loops->range(duration, (uint32_t)n, &low, &high);
  s->events = (int64_t)n;
  s->shortest = rocz_least_value(duration, (uint32_t)n, low);
  bool ended = s->shortest != INT64_MAX; /* an event of the head has an end */
  if (ended) s->longest = high;
  if (low == ROCPD_NULL) {
    for (size_t i = 0; i < n; i++) {
      bool none = duration[i] == ROCPD_NULL;
      sum += none ? 0 : duration[i], less[i] = none ? ROCPD_NULL : duration[i] - s->shortest;
    }
  } else {
    for (size_t i = 0; i < n; i++) sum += duration[i];
    loops->plain(duration, (uint32_t)n, s->shortest, (uint64_t *)less);
  }
  s->sum = sum;
}

/* Sorts durations by head, since those of one head are similar, and subtracts the shortest of each head. `sorted` is working memory. */
static void sort_durations(rocpd_html_chunk *c, int64_t *sorted) {
  uint32_t *place = c->sorted, at = 0;
  memset(place, 0, c->sums * sizeof *place);
  for (uint32_t i = 0; i < c->n; i++) place[c->head[i]]++;
  for (size_t k = 0; k < c->sums; k++) {
    uint32_t events = place[k];
    place[k] = at, at += events;
  }
  for (uint32_t i = 0; i < c->n; i++) sorted[place[c->head[i]]++] = c->duration[i];
  for (size_t k = 0, from = 0; k < c->sums; from = place[k++]) sum_up(&c->sum[k], sorted + from, place[k] - from, c->duration + from);
}

static int put_times(rocpd_html_chunk *c) {
  size_t around = c->around.n / 3;
  int64_t *value = c->start; /* start[] has been written already, so its memory is free */
  make_gaps(c);
  int rc = rocpd_html_column(&c->bytes, c->start, c->n);
  sort_durations(c, value);
  if (!rc) rc = rocpd_html_column(&c->bytes, c->duration, c->n);
  if (!rc) rc = rocpd_html_column(&c->bytes, c->head, c->n);
  if (!rc) rc = rocpd_html_column(&c->bytes, c->flags, c->n);
  for (size_t i = 0; i < c->sums; i++) value[i] = c->sum[i].head;
  if (!rc) rc = rocpd_html_column(&c->bytes, value, c->sums);
  for (size_t i = 0; i < c->sums; i++) value[i] = c->sum[i].shortest == INT64_MAX ? 0 : c->sum[i].shortest;
  if (!rc) rc = rocpd_html_column(&c->bytes, value, c->sums);
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < around; i++) value[i] = c->around.number[3 * i + k];
    if (!rc) rc = rocpd_html_column(&c->bytes, value, around);
  }
  return rc;
}

/* Numbers of signatures belong to the thread; here, those that occur get numbers of the chunk. Then their values are written. */
static int put_signatures(rocpd_html_chunk *c, const rocpd_signatures *all, int64_t *number, uint32_t n) {
  int64_t *value = c->flags, *own = c->head; /* both have been written already, so their memory is free */
  uint32_t met = 0;
  if (rocpd_html_reserve_places(&c->signature, &c->signatures, all->all.n)) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *place = &c->signature[number[i]];
    if (!*place || *place > met || own[*place - 1] != number[i]) own[met++] = number[i], *place = met;
    number[i] = *place - 1;
  }
  int rc = rocpd_html_column(&c->bytes, number, n);
  for (int k = 0; k < ROCPD_SIGNATURE_VALUES && !rc; k++) {
    for (size_t i = 0; i < met; i++) value[i] = rocpd_signature_values(all, (uint32_t)own[i])[k];
    rc = rocpd_html_column(&c->bytes, value, met);
  }
  return rc;
}

/* Replaces string ids by numbers of the file's texts. */
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
    int64_t *value = c->filled[class][f] ? fields_of(c, class, f) : NULL;
    if (value) fill_nulls(value, c->filled[class][f], n);
    if (value && e->field[f].text) rc = number_texts(w, value, n, err);
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
  if (!rc) rc = rocpd_html_blob(w, &bytes, blob, err);
  sqlite3_free(bytes.byte);
  return rc;
}

int rocpd_html_chunk_write(rocpd_writer *w, rocpd_html_chunk *c, rocpd_html_chunk_blobs *out, rocpd_error *err) {
  int rc = rocpd_fail_code(err, put_times(c));
  if (!rc) rc = rocpd_html_blob(w, &c->bytes, &out->times, err);
  for (int class = 0; class < ROCPD_EVENT_CLASSES && !rc; class++)
    if (c->class_n[class]) rc = put_fields(w, c, class, err);
  if (!rc) rc = rocpd_html_blob(w, &c->bytes, &out->fields, err);
  if (!rc) rc = write_arguments(w, c, &out->arguments, err);
  c->n = 0, c->around.n = 0;
  memset(c->class_n, 0, sizeof c->class_n), memset(c->filled, 0, sizeof c->filled);
  return rc;
}

void rocpd_html_chunk_free(rocpd_html_chunk *c) {
  if (!c) return;
  for (int i = 0; i < ROCPD_EVENT_CLASSES; i++) sqlite3_free(c->field[i]);
  sqlite3_free(sqlite3_str_finish(c->arguments));
  sqlite3_free(c->around.number), sqlite3_free(c->sum), sqlite3_free(c->place), sqlite3_free(c->signature), rocpd_html_bytes_free(&c->bytes);
  sqlite3_free(c);
}
