/* Threads that begin: pthread_create is ours (birth.c). */
#ifndef COLLECT_SAMPLE_BIRTH_H
#define COLLECT_SAMPLE_BIRTH_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The stack of a thread that pthread_create made: from its lowest address to the thread's descriptor, which the C library keeps at its top. Memory in
** between belongs to the thread as long as it lives. False: not known. */
bool sample_birth(pid_t tid, uintptr_t *low, uintptr_t *high);

#endif
