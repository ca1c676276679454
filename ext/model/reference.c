/* See reference.h. */
#include "reference.h"

#define REFERENCE_ROW(k, column, to) {ROCPD_KIND_##k, ROCPD_##k##_##column, ROCPD_KIND_##to},
const rocpd_reference rocpd_references[ROCPD_REFERENCE_COUNT] = {ROCPD_REFERENCES(REFERENCE_ROW)};

int rocpd_refers_to(int kind, int column) {
  for (int i = 0; i < ROCPD_REFERENCE_COUNT; i++)
    if (rocpd_references[i].kind == kind && rocpd_references[i].column == column) return rocpd_references[i].to;
  return -1;
}

int rocpd_reference_column(int kind, int to) {
  for (int i = 0; i < ROCPD_REFERENCE_COUNT; i++)
    if (rocpd_references[i].kind == kind && rocpd_references[i].to == to) return rocpd_references[i].column;
  return -1;
}
