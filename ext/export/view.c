/* Columns of batches. They stay until the end if there is room for all. Otherwise the layout's columns exist while somebody reads them, from
** rocpd_view_open() to rocpd_view_close(). Closed ones are freed if memory is needed, first those that this step of the export does not read; formats of
** rows say which ones they no longer need. */
#include "export.h"
#include "format.h"

/* Limit for columns and flows together, and approximate size of a row's columns. */
enum { MOST_BYTES = 160 << 20, ROW_BYTES = 32 };

int64_t rocpd_views_limit(const rocpd_export *x) {
  int64_t limit = rocpd_keep_limit(x->session);
  return limit < MOST_BYTES ? limit : MOST_BYTES;
}

/* Columns stay if others may read them: cursors of the same statement, formats that read more than the track being written, and code that shows a call or a
** kernel by the other's name. */
void rocpd_views_begin(rocpd_export *x) {
  for (size_t i = 0; i < x->layout.batches; i++) pthread_mutex_init(&x->layout.batch[i].mutex, NULL);
  /* If the export also writes answers of tables, these read columns again. */
  int64_t limit = x->format->beside ? rocpd_keep_limit(x->session) : rocpd_views_limit(x);
  x->views.stay = (int64_t)x->layout.rows * ROW_BYTES <= limit || !rocpd_format_needs(x->format, ROCPD_NEEDS_OWN_COLUMNS) ||
                  x->option.kernel_names != ROCPD_NAMES_FULL || x->option.launch_names != ROCPD_LAUNCH_CALL ||
                  !rocpd_snapshot_is_alone(x->snapshot, x->other.snapshot);
  x->views.columns = !x->views.stay ? ROCPD_VIEW_LAYOUT : rocpd_format_needs(x->format, ROCPD_NEEDS_NO_FIELDS) ? ROCPD_VIEW_TIMES : ROCPD_VIEW_ALL;
}

static bool fit(const rocpd_export *x) { return rocpd_keep_bytes(x->session, ROCPD_KEEP_COLUMNS) + rocpd_flows_bytes(&x->flows) < rocpd_views_limit(x); }

void rocpd_export_let_go(const rocpd_export *x, rocpd_batch *b) {
  bool viewed = false;
  for (int class = 0; x->layout.batches && class < ROCPD_EVENT_CLASSES; class++) viewed |= rocpd_event_kinds[class].kind == b->kind;
  if (!viewed && !fit(x) && rocpd_snapshot_is_alone(x->snapshot, x->other.snapshot)) rocpd_cache_forget(b);
}

/* ---- columns */

/* The columns of a batch in one list: index in the schema, and where the column is stored; -1: none. */
static int view_column(rocpd_export_batch *v, size_t i, const rocpd_column ***where) {
  const rocpd_event_kind *e = v->event;
  const int plain[] = {e->start, e->name, e->category, e->end, e->stack_id};
  const rocpd_column **place[] = {&v->start, &v->name, &v->category, &v->end, &v->stack_id};
  if (i < 5) {
    *where = place[i];
    return plain[i];
  }
  i -= 5;
  size_t field = i / 3, part = i % 3;
  if (field >= e->fields || part >= e->field[field].count) return -1;
  *where = &v->field[field][part];
  return e->field[field].column + (int)part;
}

/* Columns whose dictionaries have the same elements in the same rows are equal in two rows if their codes are: then one code represents the whole launch
** signature. */
static const rocpd_column *find_signature_code(const rocpd_export_batch *v) {
  const rocpd_column *code = NULL;
  for (int f = 0; f < v->event->fields; f++)
    for (int i = 0; v->event->field[f].signature && i < v->event->field[f].count; i++) {
      const rocpd_column *c = v->field[f][i];
      if (rocpd_column_is_constant(c)) continue;
      if (!c->dict || c->low || (code && (c->data != code->data || c->width != code->width || c->base != code->base || c->step != code->step ||
                                c->nulls != code->nulls || c->ndict != code->ndict)))
        return NULL;
      code = c;
    }
  return code && code->ndict <= ROCPD_BATCH_ROWS ? code : NULL;
}

/* The codes of a batch are numbered once; they stay valid when the batch is opened again. */
static void number_codes(rocpd_export_layout *l, rocpd_export_batch *v) {
  v->signature_code = find_signature_code(v);
  if (v->signature_code && !v->numbered) v->first_code = __atomic_fetch_add(&l->codes, v->signature_code->ndict, __ATOMIC_RELAXED);
  v->numbered |= v->signature_code != NULL;
}

/* Finds fields that differ from row to row. One that is the name of the events, too, is not repeated. */
static void find_own_fields(const rocpd_export *x, rocpd_export_batch *v) {
  v->owns = 0;
  for (uint8_t f = 0; f < v->event->fields; f++) {
    const rocpd_export_field *field = &v->event->field[f];
    const rocpd_column *c = v->field[f][0];
    int64_t first = rocpd_column_at(c, 0);
    bool nothing = (first == ROCPD_NULL || (field->not_zero && first == 0)) && rocpd_column_is_constant(c);
    bool named = field->column == v->event->name && !rocpd_format_needs(x->format, ROCPD_NEEDS_STACK_NAMES);
    if (!field->signature && !nothing && !named) v->own[v->owns++] = f;
  }
}

static int read_columns(rocpd_export_batch *v, size_t n, rocpd_error *err) {
  const rocpd_column **where;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) {
    int column = view_column(v, i, &where);
    if (column >= 0) rc = rocpd_batch_column(v->batch, column, where, err);
  }
  if (v->shown) v->name = v->shown;
  return rc;
}

/* ---- readers */

int rocpd_view_open(rocpd_export *x, rocpd_export_batch *v, rocpd_error *err) {
  size_t wanted = x->views.columns;
  int rc = SQLITE_OK;
  pthread_mutex_lock(&v->mutex);
  v->users++;
  if (v->columns < wanted) {
    rc = read_columns(v, wanted, err);
    if (!rc) v->columns = (uint16_t)wanted;
    if (!rc && wanted == ROCPD_VIEW_ALL) number_codes(&x->layout, v), find_own_fields(x, v);
  }
  pthread_mutex_unlock(&v->mutex);
  return rc;
}

static void let_go(rocpd_export_batch *v) {
  if (!v->users && v->columns && rocpd_cache_forget(v->batch)) v->columns = 0;
}

static bool is_thread(const rocpd_export_batch *v) {
  return v->batch->kind == ROCPD_KIND_REGION || v->batch->kind == ROCPD_KIND_SAMPLE || v->batch->kind == ROCPD_KIND_STACK;
}

/* Threads and GPU tracks are written in different steps. */
void rocpd_views_let_go(rocpd_export *x, bool threads) {
  for (size_t i = 0; i < x->layout.batches && !x->views.stay && !fit(x); i++) {
    rocpd_export_batch *v = &x->layout.batch[i];
    if (is_thread(v) != threads || pthread_mutex_trylock(&v->mutex)) continue;
    let_go(v);
    pthread_mutex_unlock(&v->mutex);
  }
}

void rocpd_view_close(rocpd_export *x, rocpd_export_batch *v) {
  rocpd_views_let_go(x, !is_thread(v));
  pthread_mutex_lock(&v->mutex);
  v->users--;
  if (!x->views.stay && !fit(x)) let_go(v);
  pthread_mutex_unlock(&v->mutex);
}
