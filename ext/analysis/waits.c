/* See waits.h. */
#include "waits.h"

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

bool rocpd_function_waits(const char *name) {
  if (begins(name, "hsa_signal_wait_") || begins(name, "hsa_amd_signal_wait_") || !strcmp(name, "hsa_memory_copy")) return true;
  if (!begins(name, "hip") || strstr(name, "Async")) return false;
  return strstr(name, "Synchronize") || begins(name, "hipMemcpy") || begins(name, "hipMemset") || begins(name, "hipFree") || !strcmp(name, "hipHostFree");
}

int rocpd_waiting_make(rocpd_session *session, rocpd_waiting *out, rocpd_error *err) {
  out->n = (size_t)rocpd_string_count(session);
  if (!(out->waits = sqlite3_malloc64(out->n + 1))) return rocpd_no_memory(err);
  for (size_t i = 0; i < out->n; i++) out->waits[i] = rocpd_function_waits(rocpd_string(session, (int64_t)i, NULL));
  return SQLITE_OK;
}

void rocpd_waiting_drop(rocpd_waiting *w) {
  sqlite3_free(w->waits);
  *w = (rocpd_waiting){0};
}
