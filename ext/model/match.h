/* Patterns and numbers that rows are chosen by: those of an export's options, and of a connection's filter. */
#ifndef ROCPD_MATCH_H
#define ROCPD_MATCH_H
#include "function.h"

typedef struct rocpd_patterns {
  char **pattern; /* of GLOB */
  size_t n; /* 0: everything matches */
} rocpd_patterns;

/* Answers by string id: 0 not asked yet, 1 no, 2 yes. */
typedef struct rocpd_memo {
  uint8_t *answer;
  size_t size;
} rocpd_memo;

typedef struct rocpd_numbers {
  int64_t *number;
  size_t n; /* 0: all match */
} rocpd_numbers;

static inline bool rocpd_numbers_match(const rocpd_numbers *a, int64_t number) {
  size_t i = 0;
  while (i < a->n && a->number[i] != number) i++;
  return !a->n || i < a->n;
}

/* *yes: the string matches one of the patterns; NULL matches none of them. */
int rocpd_patterns_match(const rocpd_patterns *p, rocpd_memo *memo, rocpd_session *session, int64_t id, bool *yes);
int rocpd_patterns_add(rocpd_patterns *p, const char *text, rocpd_error *err);
void rocpd_patterns_free(rocpd_patterns *p);

/* The value of an option in the place of what is at `at`. As in all JSON, of a key that is there twice the last one counts.
** A rocpd_patterns: a text, or an array of them; an empty array matches nothing. */
int rocpd_read_patterns(const rocpd_option *x, void *at, rocpd_error *err);
/* The same, and integers count as their text; an empty array is an error. */
int rocpd_read_words(const rocpd_option *x, void *at, rocpd_error *err);
/* A rocpd_numbers: an integer, or an array of them. */
int rocpd_read_numbers(const rocpd_option *x, void *at, rocpd_error *err);
/* A bool: true or false. */
int rocpd_read_bool(const rocpd_option *x, void *at, rocpd_error *err);

#endif
