/* Sinks: what becomes of the rows that drains make.
**
** A drain (module.h) turns records into rows of one kind of one lane: typed columns, as the format states them (struct rocz_rows).
** It gives them to the sinks, and does not know what these do. The file is one (chunk.c): it writes columns to chunks. Another may
** sum them up. A sink registers itself:
**
**     COLLECT_SINK(sums) = {.name = "sums", .order = 10, .take = sums_take, .end = sums_end};
**
** Rows that belong together are given together: all sinks keep all of them, or none keeps any and the drain gives them again later,
** perhaps with others behind them.
**
**     collect_sink_begin();
**     collect_sink_rows(&calls);
**     collect_sink_rows(&arguments);
**     if (collect_sink_commit())
**       the records may be overwritten
**
** Info rows (functions, threads, ...) do not come this way. They are names that rows of every sink refer to, and are always in the
** file (meta.c). All of this is for the writer thread only. */
#ifndef COLLECT_SINK_H
#define COLLECT_SINK_H
#include "encode.h"
#include "module.h"

typedef struct collect_sink {
  const char *name;
  int order; /* smaller ones come first; the file is 0 */
  /* Whether only this sink gets rows of this kind: they are not in the file. NULL: it never is the only one. */
  bool (*alone)(uint16_t kind);
  /* Takes rows for the time being; the columns are valid only during the call. False: it cannot now, so no sink keeps the rows
  ** that belong together. It has called collect_writing_failed() (room.h), if anything is to be done about the reason. */
  bool (*take)(const rocz_rows *rows);
  /* All rows that belong together were taken. False: they cannot be kept now; as take(). NULL: they always can. */
  bool (*ready)(void);
  /* What was taken since the last end is now kept for good, or dropped as if it had never come. False: it could not be kept; only
  ** the first sink may say so. */
  bool (*end)(bool keep);
  /* The thread of this lane has ended, and has given its rows but for levels that will not end (nest.h); they may follow in the
  ** same pass. NULL: it does not matter. */
  void (*ended)(uint32_t lane);
} collect_sink;
#define COLLECT_SINK(id) COLLECT_REGISTER(collect_sink, collect_sinks, id)

void collect_sink_begin(void);
/* Gives rows to the sinks. They stand alone, outside begin and commit: then false means that the caller still has them. Between
** these, the commit tells. No rows are good, too. */
bool collect_sink_rows(const rocz_rows *rows);
/* False: the caller still has all the rows. */
bool collect_sink_commit(void);
void collect_sink_lane_ended(uint32_t lane);
/* Makes the commit fail, for this reason (errno). */
void collect_sink_spoil(int error);

/* The names and types of the columns of these rows, in order. */
static inline const rocz_kind *collect_rows_kind(const rocz_rows *rows) { return rows->declared ? rows->declared : rocz_kind_find(rows->kind); }

#endif
