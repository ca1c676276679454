/* See waits.h. */
#include "waits.h"

/* By how a name begins and what else is in it. What has Async in its name is none of them. */
static const struct {
  const char *begin, *has;
} functions[] = {
  {"hip", "Synchronize"},        /* a stream, an event, a device or all that the context was given */
  {"hsa_signal_wait", ""},       /* a signal: for whatever sets it, which mostly is a kernel or copy */
  {"hsa_amd_signal_wait", ""},   /* one of several */
  {"hsa_memory_copy", ""},       /* its own copy: the asynchronous one has another name */
  {"hipMemcpy", ""},             /* its own copy, and what comes before it in its stream, which is mostly that on which all others wait */
  {"hipDrvMemcpy", ""},
  {"hipMemset", ""},             /* its own fill, likewise. HIP may return before where the memory is a GPU's; a call that does takes no time that matters */
  {"hipFree", ""},               /* all that the device was given: some of it may use the memory. An allocation does not wait: it is none of them */
  {"hipHostFree", ""},
};

bool rocpd_function_waits(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strncmp(name, functions[i].begin, strlen(functions[i].begin)) && strstr(name, functions[i].has)) return !strstr(name, "Async");
  return false;
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
