/* COLLECT_RANGES: what is recorded is what happens inside of ranges with these names. See selected.c. */
#ifndef COLLECT_SELECTED_H
#define COLLECT_SELECTED_H
#include <stdbool.h>
#include <stdint.h>

/* Are there any such names? Once the settings are read. */
extern bool collect_selecting;

/* For whoever sees ranges begin and end, recorded or not, and where collect_selecting: before one
** that begins is recorded, and after one that ends was. `nest`: how many the thread was in before. */
void collect_selected_push(const char *message, uint32_t nest);
void collect_selected_pop(uint32_t nest);
/* Those of the process, by number. */
void collect_selected_start(uint64_t id, const char *message);
void collect_selected_stop(uint64_t id);
/* The thread ends in the ranges that it is in. */
void collect_selected_thread_end(void);

#endif
