/* See waits.h. */
#include "waits.h"

/* Functions by the beginning of their name and a part that it contains. A function with Async in its name does not wait. */
static const struct {
  const char *begin, *has;
  enum rocpd_wait_kind kind;
} functions[] = {
  {"hipStreamSynchronize", "", ROCPD_WAITS_FOR_STREAM},
  {"hipEventSynchronize", "", ROCPD_WAITS_FOR_EVENT},
  {"hip", "Synchronize", ROCPD_WAITS_FOR_DEVICE}, /* for a device, or for all work of the context */
  {"hsa_signal_wait", "", ROCPD_WAITS},           /* for what sets the signal, mostly a kernel or copy */
  {"hsa_amd_signal_wait", "", ROCPD_WAITS},       /* for one of several signals */
  {"hsa_memory_copy", "", ROCPD_WAITS_FOR_OWN},   /* for its own copy; the asynchronous function has another name */
  {"hipMemcpy", "", ROCPD_WAITS_FOR_OWN},         /* for its own copy and earlier work in its stream, mostly the default stream, which waits for all others */
  {"hipDrvMemcpy", "", ROCPD_WAITS_FOR_OWN},
  {"hipMemset", "", ROCPD_WAITS_FOR_OWN},         /* for its own fill, likewise. HIP may return earlier for device memory; such a call takes little time */
  {"hipFree", "", ROCPD_WAITS_FOR_DEVICE},        /* for all work of the device, which may use the memory. An allocation does not wait, so it is not listed */
  {"hipHostFree", "", ROCPD_WAITS_FOR_DEVICE},
  {"hipEventRecord", "", ROCPD_RECORDS_EVENT},
  {"hipStreamWaitEvent", "", ROCPD_ORDERS_STREAM},
};

enum rocpd_wait_kind rocpd_wait_kind_of(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strncmp(name, functions[i].begin, strlen(functions[i].begin)) && strstr(name, functions[i].has))
      return strstr(name, "Async") ? ROCPD_WAITS_NOT : functions[i].kind;
  return ROCPD_WAITS_NOT;
}

int rocpd_waiting_make(rocpd_session *session, rocpd_waiting *out, rocpd_error *err) {
  out->n = (size_t)rocpd_string_count(session);
  if (!(out->kind = sqlite3_malloc64(out->n + 1))) return rocpd_no_memory(err);
  for (size_t i = 0; i < out->n; i++) out->kind[i] = (uint8_t)rocpd_wait_kind_of(rocpd_string(session, (int64_t)i, NULL));
  return SQLITE_OK;
}

void rocpd_waiting_drop(rocpd_waiting *w) {
  sqlite3_free(w->kind);
  *w = (rocpd_waiting){0};
}
