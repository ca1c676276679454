/* The functions of a module in order of their addresses, and which of them covers an address. Knows no file formats. */
#ifndef ROCPD_SYMBOL_INDEX_H
#define ROCPD_SYMBOL_INDEX_H
#include "base.h"

/* A function as a table of symbols has it. */
typedef struct rocpd_function_symbol {
  uint64_t start, size;  /* size 0: unknown. The function goes on to the next one then, but no further than `limit` */
  uint64_t limit;        /* end of its section */
  const char *name;      /* NULL: it is only known where the function begins */
  uint32_t name_bytes;
  uint8_t rank;          /* of several that cover the same code the one with the least rank counts, of these the one with the least order */
  uint32_t order;
} rocpd_function_symbol;

/* Pieces of code, none of which overlap, in order. */
typedef struct rocpd_symbol_piece {
  uint64_t start, end; /* end: behind the last byte */
  uint64_t begin;      /* where the function begins: less than start if another one lies inside it */
  uint32_t name;       /* place of its name in `names`; ROCPD_SYMBOL_UNNAMED */
} rocpd_symbol_piece;
#define ROCPD_SYMBOL_UNNAMED UINT32_MAX

typedef struct rocpd_symbol_index { /* zeroed: empty */
  rocpd_symbol_piece *piece;
  size_t pieces;
  char *names; /* each ended by a zero byte */
  int64_t *text; /* [pieces] for the user of the index: -1 at first */
} rocpd_symbol_index;

/* Makes the index of n functions, which it sorts. The names are copied. SQLITE_NOMEM leaves it empty. */
int rocpd_symbol_index_make(rocpd_function_symbol *symbol, size_t n, rocpd_symbol_index *out);
void rocpd_symbol_index_free(rocpd_symbol_index *x);
/* The piece that has this address; NULL: none. */
const rocpd_symbol_piece *rocpd_symbol_index_find(const rocpd_symbol_index *x, uint64_t address);
/* Bytes of memory. */
int64_t rocpd_symbol_index_bytes(const rocpd_symbol_index *x);

#endif
