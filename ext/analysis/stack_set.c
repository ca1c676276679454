/* See stack_set.h. */
#include "stack_set.h"
#include "intern.h"

/* Callers come first. */
int rocpd_stack_set_add(rocpd_stack_set *set, const rocpd_frame_tree *frames, uint32_t **out, rocpd_error *err) {
  int rc = SQLITE_OK;
  uint32_t *stack = *out = sqlite3_malloc64(((uint64_t)frames->n + 1) * sizeof *stack);
  if (!stack) return rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < frames->n; i++) {
    const rocpd_tree_frame *f = &frames->frame[i];
    int64_t number = 0;
    rc = rocpd_group_add(&set->of, (int64_t[]){f->parent == ROCPD_NO_FRAME ? ROCPD_NULL : stack[f->parent], f->function, f->module}, &number, err);
    if (rc == SQLITE_OK && number >= ROCPD_NO_STACK) rc = rocpd_fail(err, SQLITE_TOOBIG, "more than 2^32 - 2 different stacks");
    stack[i] = (uint32_t)number;
  }
  return rc;
}

int rocpd_stack_text(const rocpd_stack_set *x, rocpd_session *session, uint32_t stack, int64_t *out) {
  uint32_t depth = 0, *path;
  *out = ROCPD_NULL;
  if (stack == ROCPD_NO_STACK) return SQLITE_OK;
  for (int64_t i = stack; i != ROCPD_NULL; i = rocpd_stack_keys(x, (uint32_t)i)[ROCPD_STACK_CALLER]) depth++;
  if (!(path = sqlite3_malloc64(depth * sizeof *path))) return SQLITE_NOMEM;
  int64_t at = stack;
  for (uint32_t k = depth; k-- > 0; at = rocpd_stack_keys(x, path[k])[ROCPD_STACK_CALLER]) path[k] = (uint32_t)at;
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (uint32_t k = 0; k < depth; k++) {
    int64_t name = rocpd_stack_keys(x, path[k])[ROCPD_STACK_FUNCTION];
    sqlite3_str_appendf(text, "%s%s", k ? " / " : "", name == ROCPD_NULL ? "?" : rocpd_string(session, name, NULL));
  }
  sqlite3_free(path);
  return rocpd_intern_str(session, text, out);
}
