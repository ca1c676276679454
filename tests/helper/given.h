/* A source whose rows come from the test. They may be as awkward as rows can be: several threads in one batch, intervals that
** cross, any encoding of columns, NULLs, bytes that are not text. It is registered in every test program. Its file is text,
** "GIVEN number", with the number of one of the traces below. */
#ifndef GIVEN_H
#define GIVEN_H
#include <sqlite3.h>
#include "trace.h"

enum { GIVEN_COLUMNS = 48, GIVEN_LANES = 256, GIVEN_SOURCES = 4, GIVEN_ODD = 10 };
/* How columns are stored: in 64 bits, as narrow as possible, or with all sizes of a kernel as one signature. */
enum given_style { GIVEN_WIDE, GIVEN_NARROW, GIVEN_SIGNATURES };

typedef struct given_lane {
  int kind;
  enum given_style style;
  int64_t (*row)[GIVEN_COLUMNS]; /* for TEXT columns a const char *; 0: NULL */
  uint32_t rows, capacity;
} given_lane;

typedef struct given_trace {
  const char *guid, *host;
  given_lane lane[GIVEN_LANES]; /* each lane that has rows is one batch */
  int lanes;
} given_trace;

extern given_trace given[GIVEN_SOURCES]; /* traces with a guid exist */
void given_forget(void);
given_lane *given_lane_add(given_trace *s, int kind, enum given_style style);
/* Adds a row of NULLs. */
int64_t *given_row_add(given_trace *s, given_lane *l);

/* Opens a connection with all traces attached. Every other connection keeps no columns in memory. */
sqlite3 *given_open(void);
/* The path of a file of this test. Free it by sqlite3_free(). */
char *given_path(const char *name);

/* ---- rows, with what else they have drawn ---- */

int64_t *given_region(given_trace *s, given_lane *l, int64_t pid, int64_t tid, const char *name, int64_t start, int64_t end, int64_t stack_id);
int64_t *given_kernel(given_trace *s, given_lane *l, int64_t pid, int64_t agent, int64_t queue, const char *name, int64_t start, int64_t end, int64_t stack_id);
int64_t *given_copy(given_trace *s, given_lane *l, int64_t pid, int64_t dst, int64_t src, const char *name, int64_t start, int64_t end, int64_t stack_id);
/* Adds a process with a GPU. */
void given_process(given_trace *s, int64_t pid, const char *command);
void given_argument(given_trace *s, given_lane *l, int64_t pid, int64_t id, int64_t position, const char *name, const char *value);

extern const char *const given_odd[GIVEN_ODD]; /* names of kernels and calls */
/* Fills the traces with random rows of all kinds. */
void given_random(int sources, int events, enum given_style style);

#endif
