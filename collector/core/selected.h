/* COLLECT_RANGES: record only while a range with one of these names is open. See selected.c. */
#ifndef COLLECT_SELECTED_H
#define COLLECT_SELECTED_H
#include <stdbool.h>
#include <stdint.h>

/* Whether COLLECT_RANGES names any range. Valid once the settings are read. */
extern bool collect_selecting;

/* If collect_selecting, code that sees ranges begin and end calls these for every range, recorded or not: push before it records
** the begin, pop after it has recorded the end. `nest`: number of ranges that the thread was in before. */
void collect_selected_push(const char *message, uint32_t nest);
void collect_selected_pop(uint32_t nest);
/* The same for ranges of the process (roctxRangeStart), by number. */
void collect_selected_start(uint64_t id, const char *message);
void collect_selected_stop(uint64_t id);
/* The thread ends while its ranges are open. */
void collect_selected_thread_end(void);

#endif
