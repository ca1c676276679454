/* See symbol_index.h. Functions may lie inside each other (parts of assembler code with names of their own), so they are swept in order of their starts with a
** stack of those that are open: the innermost has the code. Functions of unknown size take what is left between the others. */
#include "symbol_index.h"
#include <stdlib.h>
#include "bisect.h"

typedef struct open_symbol {
  uint64_t end;
  const rocpd_function_symbol *of;
} open_symbol;

typedef struct sweep {
  rocpd_symbol_index *out;
  open_symbol *open; /* [n] the innermost last */
  size_t depth, names_size;
  uint64_t at;       /* code before this is done */
  uint32_t *placed;  /* [n] where the name of a symbol is; ROCPD_SYMBOL_UNNAMED: nowhere yet */
  const rocpd_function_symbol *first;
} sweep;

static uint64_t end_of(const rocpd_function_symbol *s) { return s->size > UINT64_MAX - s->start ? UINT64_MAX : s->start + s->size; }

/* Outer ones before inner ones. Those of unknown size come last: what begins at the same place and has a size hides them. */
static int compare(const void *a, const void *b) {
  const rocpd_function_symbol *x = a, *y = b;
  if (x->start != y->start) return ROCPD_ORDER(x->start, y->start);
  if (!x->size != !y->size) return x->size ? -1 : 1;
  if (x->size != y->size) return ROCPD_ORDER(y->size, x->size);
  if (x->rank != y->rank) return x->rank - y->rank;
  if (x->order != y->order) return ROCPD_ORDER(x->order, y->order);
  if (x->name_bytes != y->name_bytes) return ROCPD_ORDER(x->name_bytes, y->name_bytes);
  return x->name && y->name ? memcmp(x->name, y->name, x->name_bytes) : 0;
}

/* Drops those that begin and end where the one before does, and those of unknown size where one of known size, or another, begins. */
static size_t drop_aliases(rocpd_function_symbol *s, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    bool same = kept && s[kept - 1].start == s[i].start && (s[kept - 1].size == s[i].size || !s[i].size);
    if (!same) s[kept++] = s[i];
  }
  return kept;
}

static uint32_t place_name(sweep *w, const rocpd_function_symbol *s) {
  uint32_t *placed = &w->placed[s - w->first];
  if (!s->name || *placed != ROCPD_SYMBOL_UNNAMED) return *placed;
  *placed = (uint32_t)w->names_size;
  memcpy(w->out->names + w->names_size, s->name, s->name_bytes);
  w->names_size += s->name_bytes;
  w->out->names[w->names_size++] = 0;
  return *placed;
}

/* The code from where the sweep is up to `end` belongs to s. */
static void emit(sweep *w, const rocpd_function_symbol *s, uint64_t end) {
  if (end <= w->at) return;
  w->out->piece[w->out->pieces++] = (rocpd_symbol_piece){w->at, end, s->start, place_name(w, s)};
  w->at = end;
}

static void close_before(sweep *w, uint64_t start) {
  for (; w->depth && w->open[w->depth - 1].end <= start; w->depth--) emit(w, w->open[w->depth - 1].of, w->open[w->depth - 1].end);
  if (w->depth) emit(w, w->open[w->depth - 1].of, start);
  if (w->at < start) w->at = start;
}

static void run(sweep *w, const rocpd_function_symbol *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    close_before(w, s[i].start);
    uint64_t end = end_of(&s[i]);
    if (!s[i].size) {
      uint64_t next = i + 1 < n ? s[i + 1].start : UINT64_MAX;
      if (!w->depth) emit(w, &s[i], next < s[i].limit ? next : s[i].limit);
    } else {
      w->open[w->depth++] = (open_symbol){end, &s[i]};
    }
  }
  close_before(w, UINT64_MAX);
}

int rocpd_symbol_index_make(rocpd_function_symbol *symbol, size_t n, rocpd_symbol_index *out) {
  *out = (rocpd_symbol_index){0};
  if (!n) return SQLITE_OK;
  uint64_t names = 0;
  qsort(symbol, n, sizeof *symbol, compare);
  n = drop_aliases(symbol, n);
  for (size_t i = 0; i < n; i++) names += symbol[i].name ? symbol[i].name_bytes + 1 : 0;
  if (names >= ROCPD_SYMBOL_UNNAMED || n > UINT32_MAX / 2) return SQLITE_NOMEM;
  sweep w = {.out = out, .first = symbol, .open = sqlite3_malloc64(n * sizeof *w.open), .placed = sqlite3_malloc64(n * sizeof *w.placed)};
  out->piece = sqlite3_malloc64(2 * n * sizeof *out->piece); /* each symbol begins one piece, and ends at most one more */
  out->names = sqlite3_malloc64(names + 1);
  bool has = w.open && w.placed && out->piece && out->names;
  if (has) {
    memset(w.placed, 0xff, n * sizeof *w.placed);
    run(&w, symbol, n);
    out->text = sqlite3_malloc64((out->pieces + 1) * sizeof *out->text);
    if (out->text) memset(out->text, 0xff, out->pieces * sizeof *out->text);
    rocpd_symbol_piece *fit = sqlite3_realloc64(out->piece, (out->pieces + 1) * sizeof *fit);
    if (fit) out->piece = fit;
    has = out->text;
  }
  sqlite3_free(w.open);
  sqlite3_free(w.placed);
  if (!has) rocpd_symbol_index_free(out);
  return has ? SQLITE_OK : SQLITE_NOMEM;
}

void rocpd_symbol_index_free(rocpd_symbol_index *x) {
  sqlite3_free(x->piece);
  sqlite3_free(x->names);
  sqlite3_free(x->text);
  *x = (rocpd_symbol_index){0};
}

const rocpd_symbol_piece *rocpd_symbol_index_find(const rocpd_symbol_index *x, uint64_t address) {
  size_t i = ROCPD_FIRST(k, 0, x->pieces, x->piece[k].end > address);
  return i < x->pieces && x->piece[i].start <= address ? &x->piece[i] : NULL;
}

int64_t rocpd_symbol_index_bytes(const rocpd_symbol_index *x) {
  return (int64_t)(sqlite3_msize(x->piece) + sqlite3_msize(x->names) + sqlite3_msize(x->text));
}
