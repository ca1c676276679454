/* A source whose rows a test gives, as awkward as rows can be: threads mixed in one batch, intervals that cross, any encoding of columns, NULLs, text that is
** no text. Registered in every test program; the file is text, "GIVEN number" of one of the traces below. */
#ifndef GIVEN_H
#define GIVEN_H
#include <sqlite3.h>
#include "trace.h"

enum { GIVEN_COLUMNS = 48, GIVEN_LANES = 256, GIVEN_SOURCES = 4, GIVEN_ODD = 10 };
/* How columns are stored: in 64 bits, as narrow as may be, or with a kernel's sizes as one number for all. */
enum given_style { GIVEN_WIDE, GIVEN_NARROW, GIVEN_SIGNATURES };

typedef struct given_lane {
  int kind;
  enum given_style style;
  int64_t (*row)[GIVEN_COLUMNS]; /* TEXT columns: const char *, 0 is NULL */
  uint32_t rows, capacity;
} given_lane;

typedef struct given_trace {
  const char *guid, *host;
  given_lane lane[GIVEN_LANES]; /* a batch of each that has rows */
  int lanes;
} given_trace;

extern given_trace given[GIVEN_SOURCES]; /* those with a guid are there */
void given_forget(void);
given_lane *given_lane_add(given_trace *s, int kind, enum given_style style);
/* A row of NULLs. */
int64_t *given_row_add(given_trace *s, given_lane *l);

/* A connection with all of them; every other one keeps no columns in memory. */
sqlite3 *given_open(void);
/* Of a file of this test. sqlite3_free() it. */
char *given_path(const char *name);

/* ---- rows, with what else they have drawn ---- */

int64_t *given_region(given_trace *s, given_lane *l, int64_t pid, int64_t tid, const char *name, int64_t start, int64_t end, int64_t stack_id);
int64_t *given_kernel(given_trace *s, given_lane *l, int64_t pid, int64_t agent, int64_t queue, const char *name, int64_t start, int64_t end, int64_t stack_id);
int64_t *given_copy(given_trace *s, given_lane *l, int64_t pid, int64_t dst, int64_t src, const char *name, int64_t start, int64_t end, int64_t stack_id);
/* With a GPU. */
void given_process(given_trace *s, int64_t pid, const char *command);
void given_argument(given_trace *s, given_lane *l, int64_t pid, int64_t id, int64_t position, const char *name, const char *value);

extern const char *const given_odd[GIVEN_ODD]; /* names */
/* Random rows with everything at once. */
void given_random(int sources, int events, enum given_style style);

#endif
