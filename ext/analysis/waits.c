/* See waits.h. */
#include "waits.h"

/* By how a name begins and what else is in it. What has Async in its name waits for nothing. */
static const struct {
  const char *begin, *has;
  enum rocpd_wait_kind kind;
} functions[] = {
  {"hipStreamSynchronize", "", ROCPD_WAITS_FOR_STREAM},
  {"hipEventSynchronize", "", ROCPD_WAITS_FOR_EVENT},
  {"hip", "Synchronize", ROCPD_WAITS_FOR_DEVICE}, /* a device or all that the context was given */
  {"hsa_signal_wait", "", ROCPD_WAITS},           /* a signal: for whatever sets it, which mostly is a kernel or copy */
  {"hsa_amd_signal_wait", "", ROCPD_WAITS},       /* one of several */
  {"hsa_memory_copy", "", ROCPD_WAITS_FOR_OWN},   /* its own copy: the asynchronous one has another name */
  {"hipMemcpy", "", ROCPD_WAITS_FOR_OWN},         /* its own copy, and what comes before it in its stream, which is mostly that on which all others wait */
  {"hipDrvMemcpy", "", ROCPD_WAITS_FOR_OWN},
  {"hipMemset", "", ROCPD_WAITS_FOR_OWN},         /* its own fill, likewise. HIP may return before where the memory is a GPU's; a call that does takes no time that matters */
  {"hipFree", "", ROCPD_WAITS_FOR_DEVICE},        /* all that the device was given: some of it may use the memory. An allocation does not wait: it is none of them */
  {"hipHostFree", "", ROCPD_WAITS_FOR_DEVICE},
  {"hipEventRecord", "", ROCPD_RECORDS_EVENT},
  {"hipStreamWaitEvent", "", ROCPD_ORDERS_STREAM},
};

enum rocpd_wait_kind rocpd_wait_kind_of(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strncmp(name, functions[i].begin, strlen(functions[i].begin)) && strstr(name, functions[i].has)) return strstr(name, "Async") ? ROCPD_WAITS_NOT : functions[i].kind;
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
