/* exec as an end of the recording: see exec.c. */
#ifndef COLLECT_EXEC_H
#define COLLECT_EXEC_H
#include <stdbool.h>
#include <stdint.h>

typedef struct collect_exec {
  bool (*may)(void);    /* whether this process has a file that may be closed now */
  uint32_t (*close)(void);  /* closes it, in the way that it returns */
  void (*failed)(bool closed, uint32_t how); /* exec has returned, after that or without it */
} collect_exec;
/* Exec calls these from now on. */
void collect_exec_begin(const collect_exec *process);

#endif
