/* Chooses transforms by trial: each column of a sample is encoded in every possible way,
** alone and with reference to each other column. The ways that save most are chosen one
** after the other, as long as no column refers to itself through others.
**
** So relations between columns are found in the values, not assumed by name: that ends
** follow starts, that kernels of one name take similar times, that two ids grow
** together. */
#include "choose.h"
#include <stdbool.h>

#define MOST_EDGES (ROCZ_MAX_COLUMNS * ROCZ_MAX_COLUMNS)

/* A possible reference from a column to another, and the bytes that it saves. */
typedef struct edge {
  uint32_t saved;
  uint8_t column, other, transform;
} edge;

typedef struct trial {
  rocz_encoder *encoder;
  const rocz_rows *sample;
  rocz_column_def *def;
  uint8_t *out;
  uint8_t varying[ROCZ_MAX_COLUMNS]; /* columns that are not constant */
  unsigned count;
  edge edge[MOST_EDGES];
  unsigned edges;
} trial;

static size_t cost_of(trial *t, unsigned column, unsigned transform, unsigned other) {
  t->def[column].transform = (uint8_t)transform;
  t->def[column].other = (uint8_t)other;
  return rocz_trial_column(t->encoder, t->sample, column, t->out);
}

static bool is_constant(const int64_t *v, uint32_t rows) {
  for (uint32_t i = 1; i < rows; i++)
    if (v[i] != v[0]) return false;
  return true;
}

/* Is a reference worth its cost? A column that refers to another must be decoded after it. */
static bool is_worth(size_t cost, size_t alone) { return cost + 16 + alone / 32 < alone; }

static void try_references(trial *t, unsigned column, size_t alone) {
  static const uint8_t referring[] = {ROCZ_T_KEYED, ROCZ_T_DIFF, ROCZ_T_GAP, ROCZ_T_NONE | ROCZ_T_GROUPED, ROCZ_T_KEYED | ROCZ_T_GROUPED};
  for (unsigned i = 0; i < t->count; i++) {
    edge best = {0, (uint8_t)column, t->varying[i], 0};
    if (best.other == column) continue;
    for (unsigned k = 0; k < sizeof(referring); k++) {
      size_t cost = cost_of(t, column, referring[k], best.other);
      if (!is_worth(cost, alone) || alone - cost <= best.saved) continue;
      best.saved = (uint32_t)(alone - cost);
      best.transform = referring[k];
    }
    if (best.saved) t->edge[t->edges++] = best;
  }
}

/* Does a column's chain of references lead to `target`? */
static bool leads_to(const rocz_column_def *def, unsigned column, unsigned target) {
  while (column != target && rocz_refers(def[column].transform)) column = def[column].other;
  return column == target;
}

static void take_edges(trial *t) {
  for (;;) {
    edge *best = NULL;
    for (unsigned i = 0; i < t->edges; i++)
      if (t->edge[i].saved && (!best || t->edge[i].saved > best->saved)) best = &t->edge[i];
    if (!best) return;
    rocz_column_def *def = &t->def[best->column];
    if (!rocz_refers(def->transform) && !leads_to(t->def, best->other, best->column)) {
      def->transform = best->transform;
      def->other = best->other;
    }
    best->saved = 0;
  }
}

void rocz_choose(rocz_encoder *e, const rocz_rows *sample, rocz_column_def *def, uint8_t *out) {
  trial t;
  unsigned columns = sample->declared->columns;
  uint8_t alone_by[ROCZ_MAX_COLUMNS];
  t = (trial){.encoder = e, .sample = sample, .def = def, .out = out};
  for (unsigned c = 0; c < columns; c++) {
    def[c].transform = def[c].type == ROCZ_TEXT ? ROCZ_T_TEXT : ROCZ_T_DELTA;
    def[c].other = 0;
    if (def[c].type != ROCZ_TEXT && sample->column[c] && !is_constant(sample->column[c], sample->rows)) t.varying[t.count++] = (uint8_t)c;
  }
  rocz_trial_begin(e, sample);
  for (unsigned i = 0; i < t.count; i++) {
    unsigned c = t.varying[i];
    size_t plain = cost_of(&t, c, ROCZ_T_NONE, 0), delta = cost_of(&t, c, ROCZ_T_DELTA, 0);
    alone_by[c] = plain < delta ? ROCZ_T_NONE : ROCZ_T_DELTA;
    /* A column that is small by itself cannot save much. */
    if ((plain < delta ? plain : delta) > 32) try_references(&t, c, plain < delta ? plain : delta);
    def[c].transform = alone_by[c]; /* so that no trial has circular references */
    def[c].other = 0;
  }
  take_edges(&t);
}
