/* HSA's functions as traced calls: what hsa.c, hsa_wrappers.c and hsa_place.c share. */
#ifndef COLLECT_HSA_API_H
#define COLLECT_HSA_API_H
#include "hsa.h"

extern const collect_api collect_hsa_api;
extern collect_function collect_hsa_function[];     /* and, in the same order: */
extern const collect_hsa_hook collect_hsa_wrapper[];
extern const unsigned collect_hsa_wrappers;

#endif
