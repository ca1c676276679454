/* The counters that are known by name: see counter_known.c. Uses nothing else of the collector, since rocpd-record links it, too. */
#ifndef COLLECT_COUNTER_KNOWN_H
#define COLLECT_COUNTER_KNOWN_H
#include <stddef.h>
#include <stdint.h>

enum { COLLECT_GFX8, COLLECT_GFX9, COLLECT_GFX906, COLLECT_GFX908, COLLECT_GFX90A, COLLECT_GFX940, COLLECT_GFX10, COLLECT_GFX11, COLLECT_COUNTER_COLUMNS };

/* event[column] is the event's number in the block on GPUs of that column; negative: these GPUs do not have the counter. */
typedef struct collect_counter_known { char name[36], block[8]; int16_t event[COLLECT_COUNTER_COLUMNS]; } collect_counter_known;

/* The column for GPUs of this name ("gfx90a"). -1: no counters are known for them. */
int collect_counter_column(const char *gfx);
/* The counter with this name, or this name without its "_sum", in the column. NULL: there is none. */
const collect_counter_known *collect_counter_known_find(int column, const char *name);
/* The counter name in the column that is most similar. NULL: the column is -1. */
const char *collect_counter_nearest(int column, const char *name);
/* Number of counters in the column. */
size_t collect_counter_count(int column);

#endif
