/* The lines of a listing: "START | DURATION | PROCESS | TRACK | CATEGORY | BYTES | NAME", texts as inside JSON strings. */
#ifndef ROCPD_LINE_H
#define ROCPD_LINE_H
#include "decimal.h"
#include "layout.h"

typedef struct rocpd_line {
  int64_t start, end; /* end: INT64_MAX has not ended */
  bool never_started;
  int64_t category, bytes, name; /* ROCPD_NULL: none */
} rocpd_line;

/* PROCESS and TRACK of a line, with what is around them. */
typedef struct rocpd_line_place {
  char *text;
  size_t size;
} rocpd_line_place;

typedef struct rocpd_lines {
  rocpd_writer *w;
  int64_t base;        /* times count from it */
  size_t width[2];     /* of the columns of places, in characters */
  rocpd_line_place *place; /* [tracks], then [more] */
  size_t places;
  struct rocpd_line_text *text[2]; /* by string id: of names, and of categories */
  size_t texts[2];
  char *cached;        /* those texts */
  size_t cached_size;
  rocpd_decimal_front front; /* of START */
} rocpd_lines;

/* The two lines of heading. Places beyond those of tracks: process[i] and track[i], of which there are `more`. Drop it also after a failure. */
int rocpd_lines_begin(rocpd_writer *w, const char *const *process, const char *const *track, size_t more, rocpd_lines *out, rocpd_error *err);
int rocpd_line_write(rocpd_lines *l, size_t place, const rocpd_line *line, rocpd_error *err);
void rocpd_lines_drop(rocpd_lines *l);

#endif
