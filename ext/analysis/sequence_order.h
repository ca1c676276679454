/* For sequence.c: collects the sequences that workers find, keeps one of those that differ only in where they begin, and puts them in order. */
#ifndef ROCPD_SEQUENCE_ORDER_H
#define ROCPD_SEQUENCE_ORDER_H
#include "sequence.h"
#include <pthread.h>

typedef struct rocpd_sequence_found { /* of one part; zeroed at first */
  pthread_mutex_t mutex; /* guards: */
  struct found_block *last;
  size_t n;
} rocpd_sequence_found;

void rocpd_sequence_found_begin(rocpd_sequence_found *f);
void rocpd_sequence_found_end(rocpd_sequence_found *f);
/* Adds n sequences, at most 256. SQLITE_OK or SQLITE_NOMEM. Thread safe. */
int rocpd_sequence_found_add(rocpd_sequence_found *f, const rocpd_sequence *x, uint32_t n);
/* Makes the part of the result, a heap in the order of rocpd_sequences_next(). */
int rocpd_sequence_found_order(rocpd_sequence_found *f, const rocpd_sequence_kernel *kernel, struct rocpd_sequence_part *out, rocpd_error *err);

#endif
