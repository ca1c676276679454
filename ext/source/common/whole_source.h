/* Sources that are read as a whole at first use, and again when the file has changed, because rows of
** one place explain those of another (texts of rtg, links in files of RPD). The class says what its
** rows are and how they are read; when that is, what is kept and what goes is here.
**
**    typedef struct rocpd_rpd {
**      rocpd_whole_source whole; // must be first
**      rocpd_row_store region, arg;
**    } rocpd_rpd;
**    static const rocpd_whole_rows rows[] = {{&rocpd_rpd_region, offsetof(rocpd_rpd, region)},
**                                            {&rocpd_rpd_arg, offsetof(rocpd_rpd, arg), .is_late = true}};
**    static const rocpd_whole_class rpd_whole = {.rows = rows, .stores = 2, .read = read, .read_late = read_args};
**
** A source of calls, kernels and copies gives REGION, KERNEL and COPY, and SAMPLE where it has marks: all
** else that the tables show is derived of these and of the entities that they name (see source.h on what
** must be in which column). read() numbers these, for each row that names one:
**
**    rocpd_pair_number(&w->entities.thread, pid, tid, &thread)      and the row may be of lane `thread`
**    rocpd_pair_number(&w->entities.agent, 0, gpu, &agent)          agent_id = ROCPD_ENTITY_ID(agent)
**    rocpd_entity_table_symbol(&w->entities, name, &symbol)         kernel_id = ROCPD_ENTITY_ID(symbol)
**
** and ends with rocpd_entity_table_rows(). tests/unit/test_add_source.c is the least of it, rtg_read.c all. */
#ifndef ROCPD_WHOLE_SOURCE_H
#define ROCPD_WHOLE_SOURCE_H
#include "entity_table.h"
#include "stamp.h"

typedef struct rocpd_whole_source rocpd_whole_source;

typedef struct rocpd_whole_rows {
  const rocpd_row_layout *layout;
  size_t offset;  /* of their rocpd_row_store in the class's struct */
  bool is_late;   /* read when they are wanted: many texts that few ask for */
} rocpd_whole_rows;

typedef struct rocpd_whole_class {
  const rocpd_whole_rows *rows;
  size_t stores;
  /* Add all rows but the late ones to their stores, and those of entities: rocpd_entity_table_rows(). */
  int (*read)(rocpd_whole_source *w, rocpd_error *err);
  /* The late ones. NULL: there are none. */
  int (*read_late)(rocpd_whole_source *w, rocpd_error *err);
  /* Forget what else was noted when rows were read (counts for health). May be NULL. */
  void (*drop)(rocpd_whole_source *w);
} rocpd_whole_class;

struct rocpd_whole_source { /* first member of each class's own struct */
  rocpd_source source; /* must be first */
  const rocpd_whole_class *class;
  rocpd_entity_table entities;
  bool is_read, late_is_read;
  rocpd_stamp stamp; /* of the file, for rocpd_whole_refresh(): open() takes it, before it reads */
};

/* For open(), when the source is new: which kinds it delivers, and empty stores. */
void rocpd_whole_begin(rocpd_whole_source *w, const rocpd_whole_class *class);
/* Read the rows unless that is done. */
int rocpd_whole_load(rocpd_whole_source *w, rocpd_error *err);
/* Forget them. Numbers of entities and rowids stay what they were. */
void rocpd_whole_drop(rocpd_whole_source *w);
/* The same for refresh(), when the file that they were read from has changed. */
void rocpd_whole_changed(rocpd_whole_source *w, bool *changed);
/* The class's refresh(), where a source is one file. */
int rocpd_whole_refresh(rocpd_source *s, bool *changed, rocpd_error *err);
/* For close(): frees rows and entities, not the source. */
void rocpd_whole_free(rocpd_whole_source *w);
/* The class's forget(): the same, to make room. */
void rocpd_whole_forget(rocpd_source *s);
/* For health(), which tells what was met when the rows were read: reads them. A file that cannot be read has
** a row that says so; a failure is one of the query. */
int rocpd_whole_look(rocpd_whole_source *w, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
/* The class's batches(). */
int rocpd_whole_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);

#endif
