/* HSA's functions as traced calls: what hsa.c, hsa_wrappers.c and hsa_place.c share. */
#ifndef COLLECT_HSA_API_H
#define COLLECT_HSA_API_H
#include "hsa.h"

extern const collect_api collect_hsa_api;

/* The wrapper of one function of the table. */
typedef struct collect_hsa_wrapper {
  enum collect_hsa_id id;
  void *wrapper;
  collect_function *function;
} collect_hsa_wrapper;
extern const collect_hsa_wrapper collect_hsa_wrappers[];
extern const unsigned collect_hsa_wrapper_count;

#endif
