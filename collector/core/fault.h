/* Memory that maps a file may fault at any store: the file was truncated, its disk failed or is full (file systems that copy on
** write), or its server forgot it (ESTALE). A SIGBUS for our memory would end the program. See fault.c. */
#ifndef COLLECT_FAULT_H
#define COLLECT_FAULT_H

/* Catches such faults from now on. Called when a recording starts. */
void collect_fault_guard(void);

#endif
