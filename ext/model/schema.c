/* Descriptions of the record kinds; see schema.h. */
#include "schema.h"
#include "column.h"
#include <string.h>

#define H ROCPD_C_HIDDEN
#define I ROCPD_C_ID
#define S ROCPD_C_START
#define E ROCPD_C_END
#define T ROCPD_C_TIME
#define G ROCPD_C_CATEGORY
#define N ROCPD_C_NAME
#define A ROCPD_C_AGENT

#define EVENT ROCPD_K_EVENT
#define COUNTED ROCPD_K_COUNTED
#define LIFETIME ROCPD_K_LIFETIME
#define OWNED ROCPD_K_OWNED
#define LATER ROCPD_K_LATER

#define COLUMN_ROW(k, name, decl, type, flags) {#name, decl, ROCPD_##type, flags},
#define COLUMN_ARRAY(k, name, list, ...) static const rocpd_column_def columns_##k[] = {list(COLUMN_ROW, k)};
ROCPD_KINDS(COLUMN_ARRAY)

/* Positions of the columns start and end. Enum constants exist only for columns that a kind has, so the position is computed at compile time, as a sum over
** the columns by flag. wall_ns is the last column before the common ones, in kinds that have a start. */
#define START_OF(k, name, decl, type, flags) +(((flags) & S) ? ROCPD_##k##_##name + 1 : 0)
#define END_OF(k, name, decl, type, flags) +(((flags) & E) ? ROCPD_##k##_##name + 1 : 0)
#define HAS_START(k, name, decl, type, flags) | (((flags) & S) != 0)
#define KIND_START(k, list) ((0 list(START_OF, k)) - 1)
#define KIND_OWN(k, list) (ROCPD_##k##_COLUMNS - ROCPD_COMMON_COLUMNS - (0 list(HAS_START, k)))
#define KIND_ROW(k, name, list, flags, belongs_to, by) \
  {#name, columns_##k, ROCPD_##k##_COLUMNS, KIND_OWN(k, list), KIND_START(k, list), (0 list(END_OF, k)) - 1, \
   KIND_START(k, list) < 0 ? -1 : KIND_OWN(k, list), flags, ROCPD_KIND_##belongs_to, #by},
const rocpd_kind rocpd_kinds[ROCPD_KIND_COUNT] = {ROCPD_KINDS(KIND_ROW)};

int rocpd_kind_column(int kind, const char *name) {
  int c = rocpd_kinds[kind].columns - 1;
  while (c >= 0 && strcmp(rocpd_kinds[kind].column[c].name, name)) c--;
  return c;
}
