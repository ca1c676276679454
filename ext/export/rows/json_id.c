/* See json_id.h. */
#define _GNU_SOURCE
#include "json_id.h"
#include "json.h"
#include <string.h>

static const struct reference {
  uint8_t kind, column;
  const char *key; /* "$.": path */
  uint8_t space;
} references[] = {
    {ROCPD_KIND_RAW_ARG, ROCPD_RAW_ARG_extdata, "$.stream_id", ROCPD_KIND_STREAM},
    {ROCPD_KIND_RAW_KERNEL_SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_extdata, "$.kernel_id", ROCPD_KIND_RAW_KERNEL_SYMBOL},
    {ROCPD_KIND_RAW_KERNEL_SYMBOL, ROCPD_RAW_KERNEL_SYMBOL_extdata, "$.code_object_id", ROCPD_KIND_RAW_CODE_OBJECT},
    {ROCPD_KIND_RAW_CODE_OBJECT, ROCPD_RAW_CODE_OBJECT_extdata, "$.code_object_id", ROCPD_KIND_RAW_CODE_OBJECT}};
enum { REFERENCES = sizeof references / sizeof *references };

bool rocpd_json_has_ids(int kind, int column) {
  for (int i = 0; i < REFERENCES; i++)
    if (references[i].kind == kind && references[i].column == column) return true;
  return false;
}

static int move_one(rocpd_json_ids *j, const struct reference *to, int64_t *text) {
  rocpd_session *session = j->ids->session;
  int64_t size, old, now;
  bool found;
  const char *json = rocpd_string(session, *text, &size), *key = to->key + 2;
  if (!memmem(json, (size_t)size, key, strlen(key))) return SQLITE_OK;
  int rc = rocpd_json_value(session, *text, to->key, ROCPD_INT, &old, NULL);
  if (rc || old == ROCPD_NULL) return rc;
  rc = rocpd_renumber_get(j->ids, to->space, old, false, &now, &found);
  if (!found) now = j->alone ? old : ROCPD_NULL;
  j->dangling += now == ROCPD_NULL;
  return rc || now == old ? rc : rocpd_json_set(session, *text, to->key, now, text);
}

int rocpd_json_move_ids(rocpd_json_ids *j, int64_t text, int64_t *out) {
  *out = text;
  if (text == ROCPD_NULL) return SQLITE_OK;
  uint64_t known = rocpd_map_get(&j->text, (uint64_t)text, UINT64_MAX);
  if (known != UINT64_MAX) return *out = (int64_t)known, SQLITE_OK;
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < REFERENCES; i++)
    if (references[i].kind == j->kind && references[i].column == j->column) rc = move_one(j, &references[i], out);
  return rc ? rc : rocpd_map_set(&j->text, (uint64_t)text, (uint64_t)*out);
}
