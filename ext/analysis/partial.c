/* See partial.h. A group's data are its sums, its durations in order, and its longest row. */
#include "partial.h"
#include "gather.h"
#include "runs.h"
#include "sort.h"
#include "summed.h"

typedef struct slot {
  rocpd_stat_slot sums; /* must be first */
  rocpd_runs durations;
  rocpd_longest_row longest;
} slot;

static void init(void *slots, size_t n, const void *arg) {
  slot *s = slots;
  for (size_t i = 0; i < n; i++) {
    s[i] = (slot){.longest = {ROCPD_NULL, ROCPD_NULL}};
    rocpd_statistics_class.init(&s[i].sums, 1, NULL);
  }
}

static int merge(void *to, const void *from, const void *arg) {
  slot *s = to;
  const slot *f = from;
  int rc = rocpd_runs_merge(&s->durations, &f->durations);
  if (rc != SQLITE_OK) return rc;
  bool longer = f->sums.max > s->sums.max, as_long = f->sums.max == s->sums.max;
  if (longer || (as_long && f->longest.start != ROCPD_NULL && rocpd_is_earlier(&f->longest, &s->longest))) s->longest = f->longest;
  return rocpd_statistics_class.merge(&s->sums, &f->sums, NULL);
}

/* After the sums: 1 and start, end of the longest row, or 0; then the durations. */
static void save(const void *from, rocpd_state_writer *to, const void *arg) {
  const slot *s = from;
  rocpd_statistics_class.save(&s->sums, to, NULL);
  bool known = s->longest.start != ROCPD_NULL;
  rocpd_state_put(to, known);
  if (known) rocpd_state_put_signed(to, s->longest.start), rocpd_state_put_signed(to, s->longest.end);
  rocpd_runs_save(&s->durations, to);
}

static bool agree(const rocpd_stat_slot *sums, const rocpd_runs *d) {
  rocpd_sum128 sum = 0;
  rocpd_squares128 squares = 0;
  if (d->values != sums->ended) return false;
  for (const rocpd_value_run *r = d->run; r < d->run + d->n; r++) {
    uint64_t size = r->value < 0 ? 0 - (uint64_t)r->value : (uint64_t)r->value;
    sum += (rocpd_sum128)r->value * (rocpd_sum128)r->count;
    squares += (rocpd_squares128)size * size * r->count;
  }
  return sum == sums->sum && squares == sums->squares && (!d->n || (d->run[0].value == sums->min && d->run[d->n - 1].value == sums->max));
}

static int load(void *to, rocpd_state_reader *from, const void *arg) {
  slot *s = to;
  int rc = rocpd_statistics_class.load(&s->sums, from, NULL);
  uint64_t known = rocpd_state_get(from);
  from->bad |= known > 1;
  if (known == 1) s->longest.start = rocpd_state_get_signed(from), s->longest.end = rocpd_state_get_signed(from);
  if (rc == SQLITE_OK) rc = rocpd_runs_load(&s->durations, from);
  if (rc != SQLITE_OK || from->bad) return rc;
  from->bad = !agree(&s->sums, &s->durations);
  return SQLITE_OK;
}

static void drop(void *one) { rocpd_runs_free(&((slot *)one)->durations); }

static const rocpd_group_class class = {.size = sizeof(slot), .init = init, .merge = merge, .save = save, .load = load, .drop = drop};

static rocpd_state_kind kind_of(const char *what, int keys, uint64_t texts) { return (rocpd_state_kind){what, &class, NULL, keys, texts}; }

void rocpd_partial_free(rocpd_partial *p) {
  rocpd_group_table_drop(&p->st.table, &class);
  rocpd_statistics_free(&p->st);
  *p = (rocpd_partial){0};
}

/* ---- the answer of a snapshot */

static bool less(const void *a, const void *b) { return *(const uint64_t *)a < *(const uint64_t *)b; }
static const rocpd_sort_kind numbers = {sizeof(uint64_t), less};

typedef struct filling {
  const rocpd_statistics *st;
  rocpd_gathered gathered;
  slot *slot;
} filling;

static int fill_durations(void *arg, size_t i, rocpd_error *err) {
  const filling *f = arg;
  const rocpd_stat *x = &f->st->stat[i];
  uint64_t begin = f->gathered.begin[x->group], n = x->ended, *above = sqlite3_malloc64((2 * n + 1) * sizeof *above);
  if (!above) return rocpd_no_memory(err);
  for (uint64_t k = 0; k < n; k++) above[k] = f->gathered.narrow ? f->gathered.narrow[begin + k] : f->gathered.wide[begin + k];
  rocpd_sort(&numbers, above, above + n, n);
  int rc = rocpd_runs_of(&f->slot[x->group].durations, x->min_ns, above, n);
  sqlite3_free(above);
  return rocpd_fail_code(err, rc);
}

static int fill_longest(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const filling *f, rocpd_error *err) {
  rocpd_longest_row *row = sqlite3_malloc64((f->st->n + 1) * sizeof *row);
  int rc = row ? rocpd_longest_rows(s, input, inputs, f->st, row, err) : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < f->st->n; i++) f->slot[f->st->stat[i].group].longest = row[i];
  sqlite3_free(row);
  return rc;
}

static int fill(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, filling *f, rocpd_error *err) {
  const rocpd_group_table *t = &f->st->table;
  for (size_t i = 0; i < t->groups.n; i++) f->slot[i].sums = ((const rocpd_stat_slot *)t->slot)[i];
  int rc = rocpd_gather(s, input, inputs, f->st, &f->gathered, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), f->st->n, fill_durations, f, err);
  if (rc == SQLITE_OK) rc = fill_longest(s, input, inputs, f, err);
  rocpd_gathered_free(&f->gathered);
  return rc;
}

int rocpd_partial_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_partial *out, rocpd_error *err) {
  rocpd_statistics st;
  *out = (rocpd_partial){.keys = keys, .texts = rocpd_key_texts(input, keys), .st.table.groups.keys = keys};
  for (int k = 0; k < keys; k++)
    if (input->key[k] == ROCPD_KEY_DEVICE)
      return rocpd_fail(err, SQLITE_ERROR, "partial answers have no names of devices: they differ from connection to connection");
  int64_t sums = 0;
  int rc = rocpd_summed_events(s, ROCPD_KIND_NONE, &sums, err);
  if (rc == SQLITE_OK && sums)
    rc = rocpd_fail(err, ROCPD_ERROR_SUMS, "partial answers need rows, but %lld events are known as sums only (table aggregated)", (long long)sums);
  if (rc == SQLITE_OK) rc = rocpd_statistics_make(s, input, inputs, keys, &st, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_group_table *t = &out->st.table;
  for (size_t i = 0; rc == SQLITE_OK && i < st.table.groups.n; i++) {
    int64_t group; /* is i */
    rc = rocpd_group_table_add(t, &class, NULL, &st.table.groups.key[i * (size_t)keys], &group, err);
  }
  if (rc == SQLITE_OK) rc = fill(s, input, inputs, &(filling){.st = &st, .slot = (slot *)t->slot}, err);
  rocpd_statistics_free(&st);
  if (rc != SQLITE_OK) rocpd_partial_free(out);
  return rc;
}

/* ---- states */

int rocpd_partial_merge(rocpd_partial *to, const rocpd_partial *from, rocpd_error *err) {
  if (!to->keys) to->keys = from->keys, to->texts = from->texts, to->st.table.groups.keys = from->keys;
  if (to->keys != from->keys || to->texts != from->texts) return rocpd_fail(err, SQLITE_MISUSE, "partial answers to different questions are not added up");
  return rocpd_group_table_merge(&to->st.table, &from->st.table, &class, NULL, err);
}

int rocpd_partial_save(const rocpd_session *session, const rocpd_partial *p, const char *what, rocpd_state_writer *out, rocpd_error *err) {
  rocpd_state_kind kind = kind_of(what, p->keys, p->texts);
  return rocpd_group_state_save(session, &p->st.table, &kind, out, err);
}

int rocpd_partial_load(rocpd_session *session, const void *bytes, size_t n, const char *what, const rocpd_group_input *input, int keys, rocpd_partial *out,
                       rocpd_error *err) {
  *out = (rocpd_partial){.keys = keys, .texts = rocpd_key_texts(input, keys)};
  rocpd_state_kind kind = kind_of(what, keys, out->texts);
  return rocpd_group_state_load(session, bytes, n, &kind, &out->st.table, err);
}

/* ---- what it says */

int rocpd_partial_rank(rocpd_session *session, rocpd_partial *p, rocpd_error *err) {
  return rocpd_statistics_rank(session, &p->st, sizeof(slot), p->texts, NULL, err);
}

double rocpd_partial_quantile(const rocpd_partial *p, const rocpd_stat *x, double fraction) {
  return rocpd_runs_quantile(&((const slot *)p->st.table.slot)[x->group].durations, fraction);
}

rocpd_longest_row rocpd_partial_longest(const rocpd_partial *p, const rocpd_stat *x) { return ((const slot *)p->st.table.slot)[x->group].longest; }
