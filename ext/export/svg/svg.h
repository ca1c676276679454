/* Pictures as SVG: what they share. A picture is as wide as what shows it: all widths are percentages, and what is in a box ends with it. Scripts are in
** the picture (ext/export/NAME.js), and what they do is an addition: without them it can be read as well. */
#ifndef ROCPD_SVG_H
#define ROCPD_SVG_H
#include "layout.h"

/* printf to the file (as sqlite3_mprintf has it). What it is given must be valid XML: texts go through rocpd_svg_text(). */
int rocpd_svg_print(rocpd_writer *w, rocpd_error *err, const char *format, ...);
/* A text for an element, cut where it is longer than anybody reads: to be freed; NULL: no memory. *cut: it was. */
char *rocpd_svg_text(const char *text, size_t size, bool *cut);
/* The beginning of a picture of this height, with a heading (valid XML); and its end, with the script of that name, or NULL. */
int rocpd_svg_begin(rocpd_writer *w, uint64_t height, const char *heading, rocpd_error *err);
int rocpd_svg_end(rocpd_writer *w, const char *script, rocpd_error *err);
/* A time in the unit that suits it: "1.500 µs". */
enum { ROCPD_SVG_TIME = 32 };
void rocpd_svg_time(double ns, char *out);

/* The pictures. */
int rocpd_svg_flame(rocpd_writer *w, rocpd_error *err);       /* svg_flame.c */
int rocpd_svg_utilisation(rocpd_writer *w, rocpd_error *err); /* svg_gpu.c */
int rocpd_svg_gaps(rocpd_writer *w, rocpd_error *err);

#endif
