/* The events that exports show: their kinds, the columns that are shown, and batches of their rows.
**
** The columns of a batch are there between rocpd_view_open() and rocpd_view_close() (view.c); the layout (layout.h) owns the batches. */
#ifndef ROCPD_EVENTS_H
#define ROCPD_EVENTS_H
#include "column.h"
#include "snapshot.h"
#include <pthread.h>

typedef struct rocpd_export rocpd_export; /* export.h */

/* An annotation of events: `count` columns from `column` on form one value (an array if
** there are several). NULLs are left out. */
typedef struct rocpd_export_field {
  const char *label;
  uint8_t column, count;
  bool signature; /* follows from the launch signature */
  bool not_zero;  /* left out when 0 */
  bool few;       /* has few different values, and mostly the same in neighbouring rows: may be encoded together with other such fields */
  bool text;      /* a string id */
  bool row_id;    /* identifies the event */
  bool of_call;   /* the call that launched the event has the same value */
} rocpd_export_field;

enum { ROCPD_MAX_FIELDS = 16, ROCPD_SIGNATURE_VALUES = 11 };

/* The event kinds. Samples are instants: their end is their start. STACK: rows of sampled stacks, which only some formats show: rocpd_export_shows(). They
** are named by their state, or by their functions where the format wants that (stack_frames.h), and are on tracks of their own. */
enum rocpd_event_class {
  ROCPD_EVENT_REGION, ROCPD_EVENT_KERNEL, ROCPD_EVENT_COPY, ROCPD_EVENT_ALLOCATION, ROCPD_EVENT_SCRATCH, ROCPD_EVENT_SAMPLE, ROCPD_EVENT_STACK,
  ROCPD_EVENT_CLASSES
};
typedef struct rocpd_event_kind {
  uint8_t kind; /* enum rocpd_kind_id */
  uint8_t guid, pid, start, end, name, category, stack_id; /* columns */
  bool signatures; /* some fields follow from the launch signature */
  uint8_t fields;  /* those with several columns are of the signature */
  rocpd_export_field field[ROCPD_MAX_FIELDS];
} rocpd_event_kind;
extern const rocpd_event_kind rocpd_event_kinds[ROCPD_EVENT_CLASSES];

/* Numbers of fields of STACK. */
enum { ROCPD_STACK_FIELD_FRAME, ROCPD_STACK_FIELD_SAMPLES };

/* A batch with the columns that are exported. */
typedef struct rocpd_export_batch {
  rocpd_batch *batch;
  const rocpd_event_kind *event;
  const rocpd_column *start, *end, *name, *category, *stack_id;
  rocpd_column *shown; /* NULL, or the name column if it is made here */
  bool unstarted;      /* some rows have no start: the column says so; their items get a time when they are collected */
  struct rocpd_links *calls; /* if unstarted: links to the calls that launched the rows */
  const rocpd_column *field[ROCPD_MAX_FIELDS][3];
  uint8_t own[ROCPD_MAX_FIELDS], owns;  /* fields shown for each event: neither of the signature nor empty in the whole batch */
  const rocpd_column *signature_code; /* NULL, or the column whose code determines the signature */
  size_t first_code;                  /* of the codes of all batches: code c is number first_code + c */
  bool numbered;                      /* first_code is known */
  pthread_mutex_t mutex; /* guards: */
  uint16_t columns;      /* number of columns that may be read: ROCPD_VIEW_* */
  uint32_t users;
} rocpd_export_batch;

/* True if the event of a row never started. Its item is then an instant. */
static inline bool rocpd_never_started(const rocpd_export_batch *v, uint32_t row) {
  return v->unstarted && rocpd_column_at(v->start, row) == ROCPD_NULL;
}

/* One event on a track. end is INT64_MAX when it has none. */
typedef struct rocpd_item {
  int64_t start, end;
  uint32_t batch, row;
} rocpd_item;

/* Whether the export has events of a class. */
bool rocpd_export_shows(const rocpd_export *x, int class);

/* ---- their span: connection's thread ---- */

/* The number of all rows of some kinds, and their span: for formats of rows. */
int rocpd_export_find_span(rocpd_export *x, const uint8_t *kind, size_t kinds, rocpd_error *err);
/* That of all events, and of what was measured where it is shown. x->layout.rows is 0: those that are taken are counted later. */
int rocpd_export_find_events_span(rocpd_export *x, rocpd_error *err);

/* ---- view.c: columns of batches ---- */

/* Numbers of columns, in this order: start, name, category; end, stack_id; the fields. */
enum { ROCPD_VIEW_LAYOUT = 3, ROCPD_VIEW_TIMES = 5, ROCPD_VIEW_ALL = 5 + 3 * ROCPD_MAX_FIELDS };
void rocpd_views_begin(rocpd_export *x);
/* x->views.columns of them may be read from open to close, or to the end if x->views.stay. Thread safe. */
int rocpd_view_open(rocpd_export *x, rocpd_export_batch *v, rocpd_error *err);
void rocpd_view_close(rocpd_export *x, rocpd_export_batch *v);
/* Those of threads, or of GPU tracks, which are not read now, if there is not room for all. */
void rocpd_views_let_go(rocpd_export *x, bool threads);
/* The batch was read, is not in the layout's views, and no thread reads it now: its columns go, if there is not room for all. */
void rocpd_export_let_go(const rocpd_export *x, rocpd_batch *b);
/* How many bytes of what can be made again may stay in memory. */
int64_t rocpd_views_limit(const rocpd_export *x);

#endif
