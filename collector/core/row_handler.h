/* Rows that signal handlers write: a sampler's, for example.
**
** A handler may interrupt anything: another call of ours, a lock that is held, malloc, the start of a thread. So writing such a row
** takes no lock, no memory and no string, makes no system call but gettid (once a thread), and touches nothing of the thread's
** calls. It needs no state of the thread, and less than 1 kB of stack. What the handler has are raw words: numbers, times, addresses
** of code, addresses of texts that stay. The writer makes rows of them later, and ids of texts.
**
** A collect_function describes the table, as for all rows (api->rows: its name and columns; row.c). In a column of format
** ROCZ_F_STRING a handler writes the address of a text. If the words of a row are not simply its columns (a stack of addresses, which
** becomes the id of a stack), api->intern makes the columns of them.
**
** The rows stand in segments of the live file (ROCZ_SEG_ROWS), as calls do, so a kill loses none. They are the whole process's, not a
** thread's. A handler takes a free segment by one atomic exchange, appends one row, and gives the segment back. A handler that comes
** meanwhile, on this thread or on another one, takes another segment. If a handler jumps out in between, its row is not there, and
** the segment stays taken until the thread has ended. The writer makes more segments when handlers found none, within
** COLLECT_BUFFERS_MB. Rows that found no room are counted (`handler rows dropped`).
**
** A row's lane is its segment's, not the thread's: a table that is to know the thread or the call has columns for them
** (collect_current() may be called in a handler). */
#ifndef COLLECT_ROW_HANDLER_H
#define COLLECT_ROW_HANDLER_H
#include "event.h"

#define COLLECT_HANDLER_WORDS 1020 /* the most words of a row */

/* Makes it possible to write rows of this table into the present file, which it opens if necessary. Not for handlers: call it before
** handlers may come, and after a fork. False: the table is not recorded, or cannot be now. */
bool collect_handler_ready(collect_function *f);
/* Writes a row that began at `start` (collect_ticks(); 0: now) and ends now. `count`: number of words, at least f->words.
** Async-signal-safe, keeps errno. False: it is not recorded. It is counted then, unless recording is off: stopped, ended,
** or in a forked child that has not called collect_handler_ready(). */
bool collect_handler_write(const collect_function *f, int64_t start, const uint64_t *words, unsigned count);

#endif
