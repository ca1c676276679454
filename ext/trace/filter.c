/* The filter of a connection (filter.h), and the rows of a snapshot that it chooses (row_filter.h). Batches are tested in parallel. What the tests need
** (matching names, ids of other rows) is prepared before. */
#include "row_filter.h"
#include <stdlib.h>
#include "bisect.h"
#include "demangle.h"
#include "map.h"
#include "overlay.h"

/* ---- what the user chose ---- */

unsigned rocpd_filter_rows(const rocpd_filter *f) {
  if (!f) return 0;
  return (f->gpus.n ? ROCPD_TAKES_GPU : 0) | (f->kernels.n ? ROCPD_TAKES_KERNEL : 0) | (f->streams.n ? ROCPD_TAKES_STREAM : 0);
}

int rocpd_filter_expect(const char *table, unsigned takes, unsigned by, rocpd_error *err) {
  static const struct {
    unsigned flag;
    const char *what;
  } row[] = {{ROCPD_TAKES_GPU, "GPUs"}, {ROCPD_TAKES_KERNEL, "kernels"}, {ROCPD_TAKES_STREAM, "streams"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (by & ~takes & row[i].flag)
      return rocpd_fail(err, SQLITE_ERROR,
                        "%s needs all %s, and rocpd_filter() leaves some out: rocpd_help('rocpd_filter') lists the tables that can do without", table,
                        row[i].what);
  return SQLITE_OK;
}

bool rocpd_filter_processes(const rocpd_filter *f) { return f && (f->pids.n || f->ranks.n); }

static bool matches(const rocpd_patterns *p, const char *text) {
  for (size_t i = 0; i < p->n; i++)
    if (sqlite3_strglob(p->pattern[i], text) == 0) return true;
  return false;
}

int rocpd_kernel_matches(const rocpd_patterns *p, const char *name, bool *yes) {
  *yes = matches(p, name);
  for (int how = ROCPD_SHORT_NAME; !*yes && how <= ROCPD_SHORT_WHOLE; how++) {
    char *form = rocpd_short_name(name, (enum rocpd_short_how)how);
    if (!form) return SQLITE_NOMEM;
    *yes = matches(p, form);
    sqlite3_free(form);
  }
  return SQLITE_OK;
}

bool rocpd_stream_matches(const rocpd_patterns *p, int64_t id, const char *name) {
  char number[24];
  sqlite3_snprintf(sizeof number, number, "%lld", id);
  return matches(p, number) || (name && matches(p, name));
}

rocpd_filter *rocpd_filter_new(void) {
  rocpd_filter *f = sqlite3_malloc64(sizeof *f);
  if (f) *f = (rocpd_filter){.refs = 1};
  return f;
}

rocpd_filter *rocpd_filter_ref(rocpd_filter *f) {
  if (f) f->refs++;
  return f;
}

void rocpd_filter_unref(rocpd_filter *f) {
  if (!f || --f->refs) return;
  sqlite3_free(f->pids.number), sqlite3_free(f->ranks.number);
  rocpd_patterns_free(&f->gpus), rocpd_patterns_free(&f->kernels), rocpd_patterns_free(&f->streams);
  sqlite3_free(f);
}

/* ---- the rows of a snapshot ---- */

struct rocpd_row_filter {
  rocpd_filter *filter; /* with a reference */
  rocpd_session *session;
  unsigned by; /* its keys: ROCPD_TAKES_GPU and so on */
  int64_t gpu_type, cpu_type; /* interned */
  rocpd_chosen_gpu *gpu;
  size_t gpus;
  rocpd_memo kernels; /* names */
};

/* ---- which columns decide about which rows ---- */

/* Columns of rows that are chosen by their own values; -1: there is no such column. A copy has two agents: its source and its destination. */
static const struct direct {
  int kind, agent, other_agent, node, name, stream_id, stream;
} direct[] = {
  {ROCPD_KIND_KERNEL, ROCPD_KERNEL_agent_id, -1, -1, ROCPD_KERNEL_name, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_stream},
  {ROCPD_KIND_COPY, ROCPD_COPY_dst_agent_id, ROCPD_COPY_src_agent_id, -1, -1, ROCPD_COPY_stream_id, ROCPD_COPY_stream_name},
  {ROCPD_KIND_HIP_EVENT, -1, -1, ROCPD_HIP_EVENT_agent_abs_index, -1, ROCPD_HIP_EVENT_stream_id, ROCPD_HIP_EVENT_stream_name},
  {ROCPD_KIND_BARRIER, -1, -1, ROCPD_BARRIER_agent_abs_index, -1, ROCPD_BARRIER_stream_id, ROCPD_BARRIER_stream_name},
  {ROCPD_KIND_GRAPH_LAUNCH, ROCPD_GRAPH_LAUNCH_agent_id, -1, -1, -1, -1, -1},
  {ROCPD_KIND_ALLOCATION, ROCPD_ALLOCATION_agent_id, -1, -1, -1, -1, -1},
};
enum { DIRECTS = sizeof direct / sizeof *direct };

static const struct direct *direct_of(int kind) {
  for (int i = 0; i < DIRECTS; i++)
    if (direct[i].kind == kind) return &direct[i];
  return NULL;
}

static unsigned tests_of(const struct direct *d) {
  return (d->agent >= 0 || d->node >= 0 ? ROCPD_TAKES_GPU : 0) | (d->name >= 0 ? ROCPD_TAKES_KERNEL : 0) | (d->stream_id >= 0 ? ROCPD_TAKES_STREAM : 0);
}

unsigned rocpd_row_filter_keys_of(int kind) {
  const struct direct *d = direct_of(kind);
  return d ? tests_of(d) : 0;
}

/* Kinds whose rows belong to rows of another kind, and the columns that link them. */
static int owner_of(int kind, int *column, int *of_owner) {
  int owner = kind == ROCPD_KIND_LAUNCH ? ROCPD_KIND_KERNEL : rocpd_kinds[kind].belongs_to;
  const char *by = kind == ROCPD_KIND_LAUNCH ? "id" : rocpd_kinds[kind].by;
  if (owner < 0 || !direct_of(owner)) return ROCPD_KIND_NONE;
  *column = rocpd_kind_column(kind, by), *of_owner = rocpd_kind_column(owner, by);
  return owner;
}

int rocpd_row_filter_owner(int kind) {
  int column, of_owner;
  return owner_of(kind, &column, &of_owner);
}

/* The column with the id of the event that a row is or belongs to; -1: there is none, or its rows are never left out. */
static int event_column(int kind) {
  switch (kind) {
    case ROCPD_KIND_RAW_EVENT: return ROCPD_RAW_EVENT_id;
    case ROCPD_KIND_RAW_ARG: return ROCPD_RAW_ARG_event_id;
    case ROCPD_KIND_RAW_PMC_EVENT: return ROCPD_RAW_PMC_EVENT_event_id;
    case ROCPD_KIND_EVENT_ARG: return ROCPD_EVENT_ARG_event_id;
    case ROCPD_KIND_STREAM_ARG: return ROCPD_STREAM_ARG_event_id;
    case ROCPD_KIND_PMC_EVENT: return ROCPD_PMC_EVENT_event_id;
    case ROCPD_KIND_COUNTER: return ROCPD_COUNTER_event_id;
    default: return -1;
  }
}

rocpd_kind_set rocpd_row_filter_events(int kind) {
  rocpd_kind_set kinds = 0;
  for (int i = 0; event_column(kind) >= 0 && i < DIRECTS; i++) kinds |= ROCPD_KIND_BIT(direct[i].kind);
  return kinds;
}

bool rocpd_row_filter_limits(const rocpd_row_filter *r, int kind) {
  const struct direct *d = direct_of(kind);
  int owner = rocpd_row_filter_owner(kind);
  if (d) return tests_of(d) & r->by;
  return owner >= 0 ? rocpd_row_filter_limits(r, owner) : rocpd_row_filter_events(kind) != 0;
}

/* ---- life ---- */

int rocpd_row_filter_new(rocpd_session *session, rocpd_snapshot *whole, rocpd_filter *f, unsigned keys, rocpd_row_filter **out, rocpd_error *err) {
  rocpd_row_filter *r = *out = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (rocpd_row_filter){.filter = rocpd_filter_ref(f), .session = session, .by = keys & rocpd_filter_rows(f)};
  int rc = rocpd_fail_code(err, rocpd_intern(r->session, "GPU", -1, &r->gpu_type));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(r->session, "CPU", -1, &r->cpu_type));
  if (rc == SQLITE_OK && r->by & ROCPD_TAKES_GPU) rc = f->find_gpus(whole, &f->gpus, &r->gpu, &r->gpus, err);
  if (rc != SQLITE_OK) rocpd_row_filter_free(r), *out = NULL;
  return rc;
}

void rocpd_row_filter_free(rocpd_row_filter *r) {
  if (!r) return;
  rocpd_filter_unref(r->filter);
  sqlite3_free(r->gpu), sqlite3_free(r->kernels.answer);
  sqlite3_free(r);
}

rocpd_filter *rocpd_row_filter_of(const rocpd_row_filter *r) { return r ? r->filter : NULL; }
unsigned rocpd_row_filter_keys(const rocpd_row_filter *r) { return r ? r->by : 0; }

/* ---- tests ---- */

bool rocpd_row_filter_takes(const rocpd_row_filter *r, const rocpd_source *source, int64_t agent) {
  if (!r || !(r->by & ROCPD_TAKES_GPU)) return true;
  const rocpd_chosen_gpu *g = r->gpu;
  size_t at = ROCPD_FIRST(i, 0, r->gpus, g[i].source == source ? g[i].agent >= agent : g[i].source->number > source->number);
  return at < r->gpus && g[at].source == source && g[at].agent == agent;
}

static bool takes_node(const rocpd_row_filter *r, const rocpd_source *source, int64_t node) {
  for (size_t i = 0; i < r->gpus; i++)
    if (r->gpu[i].source == source && r->gpu[i].node == node) return true;
  return false;
}

static bool takes_stream(const rocpd_row_filter *r, int64_t id, int64_t name) {
  return id != ROCPD_NULL && rocpd_stream_matches(&r->filter->streams, id, name == ROCPD_NULL ? NULL : rocpd_string(r->session, name, NULL));
}

static int learn_kernel(rocpd_row_filter *r, int64_t name, rocpd_error *err) {
  rocpd_memo *m = &r->kernels;
  size_t known = m->size;
  bool yes;
  if (name == ROCPD_NULL || ((uint64_t)name < known && m->answer[name])) return SQLITE_OK;
  if (rocpd_array_reserve(&m->answer, &m->size, (size_t)name + 1, 1) != SQLITE_OK) return rocpd_no_memory(err);
  if (m->size > known) memset(m->answer + known, 0, m->size - known);
  int rc = rocpd_kernel_matches(&r->filter->kernels, rocpd_string(r->session, name, NULL), &yes);
  if (rc == SQLITE_OK) m->answer[name] = 1 + yes;
  return rocpd_fail_code(err, rc);
}

static int learn_batch(rocpd_row_filter *r, rocpd_batch *b, int column, rocpd_error *err) {
  const rocpd_column *c;
  rocpd_error why = {0};
  int rc = b->rows ? rocpd_batch_column(b, column, &c, &why) : SQLITE_DONE;
  bool read = rc == SQLITE_OK;
  if (rocpd_is_stop(rc)) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why); /* rows that cannot be read stay: queries that read them fail */
  rc = SQLITE_OK;
  bool few = read && c->dict && !c->low && c->ndict <= b->rows;
  for (uint32_t i = 0; few && rc == SQLITE_OK && i < c->ndict; i++) rc = learn_kernel(r, c->dict[i], err);
  for (uint32_t i = 0; read && !few && rc == SQLITE_OK && i < b->rows; i++) rc = learn_kernel(r, rocpd_column_at(c, i), err);
  return rc;
}

static bool takes_kernel(const rocpd_row_filter *r, int64_t name) { return name != ROCPD_NULL && r->kernels.answer[name] == 2; }

/* Clears keep[i] for rows that are not chosen. */
static int test_direct(const rocpd_row_filter *r, const struct direct *d, rocpd_batch *b, uint8_t *keep, rocpd_error *err) {
  enum { AGENT, OTHER, NODE, NAME, STREAM_ID, STREAM, READ };
  const int wanted[READ] = {d->agent, d->other_agent, d->node, d->name, d->stream_id, d->stream};
  unsigned by = r->by & tests_of(d);
  const rocpd_column *c[READ] = {0};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < READ; i++) {
    unsigned test = i <= NODE ? ROCPD_TAKES_GPU : i == NAME ? ROCPD_TAKES_KERNEL : ROCPD_TAKES_STREAM;
    if (wanted[i] >= 0 && by & test) rc = rocpd_batch_column(b, wanted[i], &c[i], err);
  }
  if (rc != SQLITE_OK) return rc;
  int64_t agent = ROCPD_NULL, stream = ROCPD_NULL, name = ROCPD_NULL; /* values of the row before */
  bool of_agent = false, of_stream = false, first = true;
  for (uint32_t i = 0; i < b->rows; i++, first = false) {
    bool yes = true;
    if (by & ROCPD_TAKES_GPU) {
      int64_t of = rocpd_column_at(c[c[AGENT] ? AGENT : NODE], i);
      if (first || of != agent) agent = of, of_agent = of != ROCPD_NULL && (c[AGENT] ? rocpd_row_filter_takes(r, b->source, of) : takes_node(r, b->source, of));
      yes = of_agent || (c[OTHER] && rocpd_row_filter_takes(r, b->source, rocpd_column_at(c[OTHER], i)));
    }
    if (yes && by & ROCPD_TAKES_KERNEL) yes = takes_kernel(r, rocpd_column_at(c[NAME], i));
    if (yes && by & ROCPD_TAKES_STREAM) {
      int64_t id = rocpd_column_at(c[STREAM_ID], i), text = rocpd_column_at(c[STREAM], i);
      if (id != stream || text != name) stream = id, name = text, of_stream = takes_stream(r, id, text);
      yes = of_stream;
    }
    keep[i] = yes;
  }
  return SQLITE_OK;
}

/* ---- rows that belong to other rows ---- */

/* Ids by source. */
typedef struct source_ids {
  const rocpd_source *source;
  rocpd_map ids;
} source_ids;

typedef struct row_selection {
  rocpd_row_filter *filter;
  rocpd_batch **batch;
  struct taken_rows {
    uint8_t *keep; /* NULL: all rows */
    uint32_t rows;
  } *left; /* [batches] */
  const struct direct *direct;
  int column;      /* column with the id of the owner */
  bool among;      /* true: a row is chosen if its id is in the set; false: if it is not */
  source_ids *of;  /* [sources] */
  size_t sources;
} row_selection;

static rocpd_map *ids_of(const row_selection *s, const rocpd_source *source) {
  for (size_t i = s->sources; i-- > 0;)
    if (s->of[i].source == source) return &s->of[i].ids;
  return NULL;
}

static int add_ids(row_selection *s, rocpd_batch *b, int column, const uint8_t *leave, rocpd_error *err) {
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, column, &c, err);
  if (rc != SQLITE_OK) return rc;
  if (!ids_of(s, b->source)) {
    if (ROCPD_PUSH(s->of, s->sources, (source_ids){.source = b->source}) != SQLITE_OK) return rocpd_no_memory(err);
  }
  rocpd_map *ids = ids_of(s, b->source);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t id = rocpd_column_at(c, i);
    if (id != ROCPD_NULL && !(leave && leave[i])) rc = rocpd_map_set(ids, (uint64_t)id, 1);
  }
  return rocpd_fail_code(err, rc);
}

/* Adds the events of rows that are not chosen. */
static int add_left_out(row_selection *s, rocpd_batch *b, rocpd_error *err) {
  const struct direct *d = direct_of(b->kind);
  if (!(tests_of(d) & s->filter->by)) return SQLITE_OK;
  uint8_t *keep = sqlite3_malloc64((uint64_t)b->rows + 1);
  if (!keep) return rocpd_no_memory(err);
  int rc = d->name >= 0 && s->filter->by & ROCPD_TAKES_KERNEL ? learn_batch(s->filter, b, d->name, err) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = test_direct(s->filter, d, b, keep, err);
  if (rc == SQLITE_OK) rc = add_ids(s, b, rocpd_kind_column(b->kind, "event_id"), keep, err);
  sqlite3_free(keep);
  return rc;
}

static int find_ids(row_selection *s, int kind, rocpd_batch *const *other, size_t others, rocpd_error *err) {
  int of_owner = -1, rc = SQLITE_OK;
  s->among = owner_of(kind, &s->column, &of_owner) >= 0;
  if (!s->among) s->column = event_column(kind);
  for (size_t i = 0; rc == SQLITE_OK && i < others; i++)
    if (other[i]->rows) rc = s->among ? add_ids(s, other[i], of_owner, NULL, err) : add_left_out(s, other[i], err);
  return rc;
}

/* Rows without an owner stay. */
static int test_owned(const row_selection *s, rocpd_batch *b, uint8_t *keep, rocpd_error *err) {
  const rocpd_map *ids = ids_of(s, b->source);
  const rocpd_column *c;
  int rc = rocpd_batch_column(b, s->column, &c, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t id = rocpd_column_at(c, i);
    keep[i] = id == ROCPD_NULL || (ids && rocpd_map_get(ids, (uint64_t)id, 0)) == s->among;
  }
  return rc;
}

/* ---- batches ---- */

/* Rows that cannot be read stay: queries that read them fail. */
static int test_batch(void *arg, size_t i, rocpd_error *err) {
  row_selection *s = arg;
  rocpd_batch *b = s->batch[i];
  struct taken_rows *t = &s->left[i];
  rocpd_error why = {0};
  if (!(t->rows = b->rows)) return SQLITE_OK;
  if (!(t->keep = sqlite3_malloc64(b->rows))) return rocpd_no_memory(err);
  int rc = s->direct ? test_direct(s->filter, s->direct, b, t->keep, &why) : test_owned(s, b, t->keep, &why);
  if (rocpd_is_stop(rc)) return rocpd_fail_for(err, rc, &why);
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) t->rows -= !t->keep[row];
  rocpd_error_clear(&why);
  if (t->rows == b->rows || rc != SQLITE_OK) sqlite3_free(t->keep), t->keep = NULL;
  return SQLITE_OK;
}

/* The type of one end of copies. A GPU that is not chosen has the type CPU. */
static rocpd_column *owner_type(const rocpd_row_filter *r, rocpd_batch *b, int agent, int type, rocpd_error *err) {
  const rocpd_column *of, *is;
  int64_t *v = sqlite3_malloc64((uint64_t)b->rows * sizeof *v + 1);
  int rc = v ? rocpd_batch_column(b, agent, &of, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, type, &is, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    v[i] = rocpd_column_at(is, i);
    if (v[i] == r->gpu_type && !rocpd_row_filter_takes(r, b->source, rocpd_column_at(of, i))) v[i] = r->cpu_type;
  }
  rocpd_column *out = rc == SQLITE_OK ? rocpd_column_of(v, b->rows) : NULL;
  if (!out) rocpd_no_memory(err);
  sqlite3_free(v);
  return out;
}

/* Whether a copy of the batch has a GPU that is not chosen. Copies that cannot be read count as having none. */
static bool has_other_gpu(const rocpd_row_filter *r, rocpd_batch *b) {
  static const int of[2][2] = {{ROCPD_COPY_dst_agent_id, ROCPD_COPY_dst_agent_type}, {ROCPD_COPY_src_agent_id, ROCPD_COPY_src_agent_type}};
  bool has = false;
  for (int k = 0; k < 2; k++) {
    const rocpd_column *agent, *type;
    rocpd_error why = {0};
    bool read = rocpd_batch_column(b, of[k][0], &agent, &why) == SQLITE_OK && rocpd_batch_column(b, of[k][1], &type, &why) == SQLITE_OK;
    rocpd_error_clear(&why);
    for (uint32_t i = 0; read && !has && i < b->rows; i++)
      has = rocpd_column_at(type, i) == r->gpu_type && !rocpd_row_filter_takes(r, b->source, rocpd_column_at(agent, i));
  }
  return has;
}

static int make_batch(const row_selection *s, size_t i, rocpd_batch **out, rocpd_error *err) {
  const rocpd_row_filter *r = s->filter;
  rocpd_batch *b = s->batch[i];
  int rc = rocpd_overlay_kept(b, s->left[i].keep, out, err);
  if (rc != SQLITE_OK || b->kind != ROCPD_KIND_COPY || !(r->by & ROCPD_TAKES_GPU) || !b->rows || !has_other_gpu(r, *out)) return rc;
  if (*out == b) { /* with types of its own it is another batch */
    rocpd_batch_unref(b);
    if (!(*out = rocpd_overlay(b, &(rocpd_overlay_spec){.rows = b->rows}))) return rocpd_no_memory(err);
  }
  rocpd_column *to = owner_type(r, *out, ROCPD_COPY_dst_agent_id, ROCPD_COPY_dst_agent_type, err);
  rocpd_column *from = to ? owner_type(r, *out, ROCPD_COPY_src_agent_id, ROCPD_COPY_src_agent_type, err) : NULL;
  (*out)->owner_type[0] = to, (*out)->owner_type[1] = from;
  if (from) return SQLITE_OK;
  rocpd_batch_unref(*out);
  return err->rc;
}

static int make_batches(const row_selection *s, size_t n, rocpd_batch ***out, size_t *n_out, rocpd_error *err) {
  if (!(*out = sqlite3_malloc64((n + 1) * sizeof **out))) return rocpd_no_memory(err);
  for (size_t i = 0; i < n; i++) {
    if (s->batch[i]->rows && !s->left[i].rows) continue;
    int rc = make_batch(s, i, &(*out)[*n_out], err);
    if (rc != SQLITE_OK) return rc;
    ++*n_out;
  }
  return SQLITE_OK;
}

int rocpd_row_filter_batches(rocpd_row_filter *r, rocpd_batch **batch, size_t n, rocpd_batch *const *other, size_t others,
                             rocpd_batch ***out, size_t *n_out, rocpd_error *err) {
  row_selection s = {.filter = r, .batch = batch, .direct = n ? direct_of(batch[0]->kind) : NULL};
  *out = NULL, *n_out = 0;
  if (!n) return SQLITE_OK;
  int rc = (s.left = rocpd_zeroed(n * sizeof *s.left)) ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && s.direct && s.direct->name >= 0 && r->by & ROCPD_TAKES_KERNEL && i < n; i++)
    rc = learn_batch(r, batch[i], s.direct->name, err);
  if (rc == SQLITE_OK && !s.direct) rc = find_ids(&s, batch[0]->kind, other, others, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(r->session, n, test_batch, &s, err);
  if (rc == SQLITE_OK) rc = make_batches(&s, n, out, n_out, err);
  for (size_t i = 0; s.left && i < n; i++) sqlite3_free(s.left[i].keep);
  for (size_t i = 0; i < s.sources; i++) rocpd_map_free(&s.of[i].ids);
  sqlite3_free(s.left), sqlite3_free(s.of);
  if (rc == SQLITE_OK) return rc;
  for (size_t i = 0; i < *n_out; i++) rocpd_batch_unref((*out)[i]);
  sqlite3_free(*out);
  *out = NULL, *n_out = 0;
  return rc;
}
