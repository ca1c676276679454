/* Memory that is a file's may fault at any store: the file was truncated, its disk failed or
** is full (file systems that copy on write), its server forgot it (ESTALE). The program would
** die of our SIGBUS. See fault.c. */
#ifndef COLLECT_FAULT_H
#define COLLECT_FAULT_H

/* From the start of a recording on. */
void collect_fault_guard(void);

#endif
