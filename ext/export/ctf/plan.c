/* Makes the plan before anything is written: finds the columns, and the number of bytes that each integer needs in this trace. */
#include "ctf.h"

/* ---- columns ---- */

static int find_kind(rocpd_export *x, size_t i, rocpd_ctf_batch *b, rocpd_error *err) {
  int kind = x->layout.batch[i].event->kind;
  while (b->kind < CTF_KINDS && rocpd_ctf_kinds[b->kind].kind != kind) b->kind++;
  return b->kind < CTF_KINDS ? SQLITE_OK : rocpd_fail(err, SQLITE_ERROR, "CTF has no fields for %s", rocpd_kinds[kind].name);
}

static int read_columns(const rocpd_export_batch *v, rocpd_ctf_batch *b, rocpd_error *err) {
  const rocpd_ctf_kind *k = &rocpd_ctf_kinds[b->kind];
  int rc = SQLITE_OK;
  b->category = v->category;
  for (int i = 0; !rc && i < CTF_CHANNELS; i++) rc = rocpd_batch_column(v->batch, k->channel[i].column, &b->channel[i], err);
  for (int f = 0; !rc && f < CTF_FIELDS && k->field[f].name; f++) {
    if (k->field[f].column == v->event->name) b->field[f] = v->name;
    else if (k->field[f].column != CTF_ARGS) rc = rocpd_batch_column(v->batch, k->field[f].column, &b->field[f], err);
  }
  return rc;
}

/* ---- sizes ---- */

/* Number of bytes that hold all values from min to max: 1, 2, 4 or 8. Other sizes would save a tenth of the bytes, but babeltrace2 2.0 aborts when it copies
** such a trace. */
static uint8_t width_of(int64_t min, int64_t max) {
  uint64_t low = (uint64_t)(min ^ min >> 63), high = (uint64_t)(max ^ max >> 63);
  int bits = 65 - __builtin_clzll(low | high | 1);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/* Number of bytes that the values of a column need, with -1 for NULL. */
static uint8_t column_width(const rocpd_column *c) { return rocpd_column_only_nulls(c) ? 1 : width_of(c->min < -1 ? c->min : -1, c->max); }

static uint8_t duration_width(const rocpd_column *start, const rocpd_column *end) {
  bool none = rocpd_column_only_nulls(start) || rocpd_column_only_nulls(end) || end->max < start->min;
  return none ? 1 : width_of(-1, end->max - start->min);
}

typedef struct measure_job {
  rocpd_export *x;
  rocpd_ctf_shared *s;
} measure_job;

/* Measures one batch; its columns may be dropped afterwards. */
static int measure(void *arg, size_t i, rocpd_error *err) {
  const measure_job *job = arg;
  rocpd_export_batch *v = &job->x->layout.batch[i];
  rocpd_ctf_batch *b = &job->s->batch[i];
  const rocpd_column *end;
  int rc = rocpd_view_open(job->x, v, err);
  if (!rc) rc = read_columns(v, b, err);
  if (!rc) rc = rocpd_batch_column(v->batch, v->event->end, &end, err);
  if (!rc) b->duration = duration_width(v->start, end);
  for (int f = 0; !rc && f < CTF_FIELDS && rocpd_ctf_kinds[b->kind].field[f].name; f++)
    if (!rocpd_ctf_is_text(&rocpd_ctf_kinds[b->kind], f)) b->width[f] = column_width(b->field[f]);
  rocpd_view_close(job->x, v);
  return rc;
}

static void keep_greatest(uint8_t *width, uint8_t other) { if (*width < other) *width = other; }

static bool has_field(const rocpd_export *x, const rocpd_ctf_kind *k, int field) {
  return field < CTF_FIELDS && k->field[field].name && (k->field[field].column != CTF_ARGS || x->option.args);
}

static void find_widths(const rocpd_export *x, rocpd_ctf_shared *s) {
  const rocpd_export_layout *l = &x->layout;
  for (int k = 0; k < CTF_KINDS; k++)
    for (; has_field(x, &rocpd_ctf_kinds[k], s->fields[k]); s->fields[k]++) s->texts[k] += rocpd_ctf_is_text(&rocpd_ctf_kinds[k], s->fields[k]);
  memset(s->duration, 1, sizeof s->duration);
  for (size_t i = 0; i < l->batches; i++) {
    const rocpd_ctf_batch *b = &s->batch[i];
    keep_greatest(&s->duration[b->kind], b->duration);
    for (int f = 0; f < s->fields[b->kind]; f++) keep_greatest(&s->width[b->kind][f], b->width[f]);
  }
  for (int k = 0; k < CTF_KINDS; k++) {
    s->fixed[k] = s->duration[k];
    for (int f = 0; f < s->fields[k]; f++) s->offset[k][f] = s->fixed[k], s->fixed[k] = (uint16_t)(s->fixed[k] + s->width[k][f]);
  }
}

/* True if all values of two columns are known to be equal. */
static bool same(const rocpd_column *a, const rocpd_column *b) {
  return a->width == b->width && a->nulls == b->nulls && a->low == b->low && a->base == b->base && a->step == b->step && a->data == b->data &&
         a->dict == b->dict;
}

static void fill_constants(const rocpd_ctf_shared *s, rocpd_ctf_batch *b) {
  int integers = s->fields[b->kind] - s->texts[b->kind];
  b->one_channel = true;
  for (int i = 0; i < CTF_CHANNELS; i++) b->one_channel &= rocpd_column_is_constant(b->channel[i]);
  for (int f = 0; f < s->fields[b->kind]; f++) {
    bool constant = b->field[f] && rocpd_column_is_constant(b->field[f]);
    if (constant && f < integers) ctf_put_integer(b->fixed + s->offset[b->kind][f], s->width[b->kind][f], rocpd_column_at(b->field[f], 0));
    else if (f < integers) {
      b->again[b->changings] = b->changings && same(b->field[b->changing[b->changings - 1]], b->field[f]);
      b->changing[b->changings++] = (uint8_t)f;
    }
    else if (!constant) b->changing_text[b->changing_texts++] = (uint8_t)(f - integers);
  }
}

/* ---- times ---- */

/* CTF has no negative times. */
static int find_base(rocpd_export *x, rocpd_ctf_shared *s, rocpd_error *err) {
  s->base = -rocpd_export_shift(x);
  return !s->base ? SQLITE_OK :
                    rocpd_export_warn(x, err, "there are times below 0: the clock's offset says by how much all are moved (%lld ns)", (long long)-s->base);
}

int rocpd_ctf_plan(rocpd_export *x, rocpd_ctf_shared *s, rocpd_error *err) {
  size_t batches = x->layout.batches;
  sqlite3_randomness(sizeof s->uuid, s->uuid);
  s->uuid[6] = (uint8_t)((s->uuid[6] & 0x0f) | 0x40), s->uuid[8] = (uint8_t)((s->uuid[8] & 0x3f) | 0x80);
  s->batch = rocpd_zeroed(batches * sizeof *s->batch + 1);
  if (!s->batch) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < batches; i++) rc = find_kind(x, i, &s->batch[i], err);
  if (!rc) rc = rocpd_parallel(x->session, batches, measure, &(measure_job){x, s}, err);
  if (rc) return rc;
  find_widths(x, s);
  rc = rocpd_ctf_find_clocks(x, s, err);
  for (size_t i = 0; !rc && i < batches; i++) {
    rocpd_ctf_batch *b = &s->batch[i];
    rc = rocpd_ctf_clock_of(x, s, x->layout.batch[i].batch->source, &b->clock, err);
    b->first_channel = rocpd_ctf_kinds[b->kind].grouped && x->option.group_by == ROCPD_GROUP_QUEUE ? CTF_QUEUE : 0;
    if (x->views.stay) fill_constants(s, b);
  }
  if (!rc) rc = find_base(x, s, err);
  if (!rc) rc = rocpd_ctf_warn_of_many(x, err);
  return rc ? rc : rocpd_ctf_find_losses(x, s, err);
}

/* ---- classes ---- */

int rocpd_ctf_find_class(rocpd_export *x, rocpd_ctf_shared *s, int kind, uint32_t clock, int64_t category, uint32_t *number, rocpd_error *err) {
  uint64_t key = ((category == ROCPD_NULL ? 0 : (uint64_t)category + 1) * CTF_KINDS + (uint64_t)kind) << 20 | clock;
  int rc = SQLITE_OK;
  pthread_mutex_lock(&x->mutex);
  uint64_t known = rocpd_map_get(&s->number_of_class, key, UINT64_MAX);
  if (known == UINT64_MAX) {
    known = s->classes;
    rc = rocpd_array_reserve(&s->class, &s->class_capacity, s->classes + 1, sizeof *s->class);
    if (!rc) rc = rocpd_map_set(&s->number_of_class, key, known);
    if (!rc) s->class[s->classes++] = (rocpd_ctf_class){(uint8_t)kind, clock, category};
  }
  pthread_mutex_unlock(&x->mutex);
  *number = (uint32_t)known;
  return rocpd_fail_code(err, rc);
}

/* Another thread that writes a track of the same batch at the same time finds the columns. */
int rocpd_ctf_plan_batch(rocpd_export *x, const rocpd_ctf_shared *s, uint32_t i, rocpd_error *err) {
  if (x->views.stay) return SQLITE_OK;
  rocpd_export_batch *v = &x->layout.batch[i];
  rocpd_ctf_batch now, *b = &s->batch[i];
  pthread_mutex_lock(&v->mutex);
  memset(&now, 0, sizeof now);
  now.kind = b->kind, now.clock = b->clock, now.first_channel = b->first_channel, now.duration = b->duration;
  memcpy(now.width, b->width, sizeof now.width);
  int rc = read_columns(v, &now, err);
  if (!rc) fill_constants(s, &now);
  if (!rc && memcmp(b, &now, sizeof now) != 0) memcpy(b, &now, sizeof now);
  pthread_mutex_unlock(&v->mutex);
  return rc;
}

static int plan_open(void *arg, uint32_t batch, rocpd_error *err) {
  const measure_job *job = arg;
  return rocpd_ctf_plan_batch(job->x, job->s, batch, err);
}

int rocpd_ctf_plan_track(rocpd_export *x, rocpd_ctf_shared *s, const rocpd_track *t, rocpd_error *err) {
  return x->views.stay ? SQLITE_OK : rocpd_track_each_open(x, t, plan_open, &(measure_job){x, s}, err);
}

void rocpd_ctf_plan_free(rocpd_ctf_shared *s) {
  sqlite3_free(s->batch);
  sqlite3_free(s->class), sqlite3_free(s->clock), sqlite3_free(s->loss);
  rocpd_map_free(&s->number_of_class), rocpd_map_free(&s->clock_of_guid);
}
