/* Sources that are read as a whole at first use, and again when the file has changed, because rows in one place belong to rows in another (texts of rtg,
** links in files of RPD). The class states the layout of its rows and how to read them. This file decides when they are read, kept and freed.
**
**    typedef struct rocpd_rpd {
**      rocpd_whole_source whole; // must be first
**      rocpd_row_store region, arg;
**    } rocpd_rpd;
**    static const rocpd_whole_rows rows[] = {{&rocpd_rpd_region, offsetof(rocpd_rpd, region)},
**                                            {&rocpd_rpd_arg, offsetof(rocpd_rpd, arg), .is_late = true}};
**    static const rocpd_whole_class rpd_whole = {.rows = rows, .stores = 2, .read = read, .read_late = read_args};
**
** A source with calls, kernels and copies delivers REGION, KERNEL and COPY, and SAMPLE if it has marks. All other rows are derived from these and from the
** entities that they name (source.h lists the columns that are needed). For each row, read() numbers the entities that it names:
**
**    rocpd_pair_number(&w->entities.thread, pid, tid, &thread)      and the row may be of lane `thread`
**    rocpd_pair_number(&w->entities.agent, 0, gpu, &agent)          agent_id = ROCPD_ENTITY_ID(agent)
**    rocpd_entity_table_symbol(&w->entities, name, &symbol)         kernel_id = ROCPD_ENTITY_ID(symbol)
**
** and ends with rocpd_entity_table_rows(). tests/unit/test_add_source.c is a minimal example, rtg_read.c a full one. */
#ifndef ROCPD_WHOLE_SOURCE_H
#define ROCPD_WHOLE_SOURCE_H
#include "entity_table.h"
#include "stamp.h"

typedef struct rocpd_whole_source rocpd_whole_source;

typedef struct rocpd_whole_rows {
  const rocpd_row_layout *layout;
  size_t offset;  /* offset of their rocpd_row_store in the class's struct */
  bool is_late;   /* read only when needed: many texts that few queries read */
} rocpd_whole_rows;

typedef struct rocpd_whole_class {
  const rocpd_whole_rows *rows;
  size_t stores;
  /* Adds all rows but the late ones to their stores, and the rows of entities by rocpd_entity_table_rows(). */
  int (*read)(rocpd_whole_source *w, rocpd_error *err);
  /* Adds the late rows. NULL: there are none. */
  int (*read_late)(rocpd_whole_source *w, rocpd_error *err);
  /* Forgets what else was noted while reading rows (counts for health). May be NULL. */
  void (*drop)(rocpd_whole_source *w);
} rocpd_whole_class;

struct rocpd_whole_source { /* first member of each class's own struct */
  rocpd_source source; /* must be first */
  const rocpd_whole_class *class;
  rocpd_entity_table entities;
  bool is_read, late_is_read;
  rocpd_stamp stamp; /* stamp of the file for rocpd_whole_refresh(); open() takes it before it reads */
};

/* Called by open() for a new source: sets the kinds that it delivers, and makes empty stores. */
void rocpd_whole_begin(rocpd_whole_source *w, const rocpd_whole_class *class);
/* Reads the rows, unless they have been read. */
int rocpd_whole_load(rocpd_whole_source *w, rocpd_error *err);
/* Frees the rows. Numbers of entities and rowids are kept. */
void rocpd_whole_drop(rocpd_whole_source *w);
/* Called by refresh() if the file has changed: frees the rows, and sets *changed. */
void rocpd_whole_changed(rocpd_whole_source *w, bool *changed);
/* The class's refresh(), if a source is one file. */
int rocpd_whole_refresh(rocpd_source *s, bool *changed, rocpd_error *err);
/* Called by close(): frees rows and entities, not the source. */
void rocpd_whole_free(rocpd_whole_source *w);
/* The class's forget(): frees the rows to save memory. */
void rocpd_whole_forget(rocpd_source *s);
/* Called by health(), whose facts are found while reading: reads the rows. If the file cannot be read, a fact says so; other failures are errors of the
** query. */
int rocpd_whole_look(rocpd_whole_source *w, int (*emit)(void *arg, const char *name, int64_t value, const char *detail), void *arg);
/* The class's batches(). */
int rocpd_whole_batches(rocpd_source *s, int kind, rocpd_batch ***out, size_t *n, rocpd_error *err);

#endif
