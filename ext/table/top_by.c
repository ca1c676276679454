/* See top_by.h. */
#include "top_by.h"

#define NAME ROCPD_TOP_NAME
#define ID ROCPD_TOP_ID
#define GRID ROCPD_TOP_GRID
#define WHOSE ROCPD_TOP_GUID, ROCPD_TOP_SOURCE, ROCPD_TOP_RUN, ROCPD_TOP_HOST, ROCPD_TOP_RANK
#define OF(K) ROCPD_##K##_guid, ROCPD_##K##_source, ROCPD_##K##_run, ROCPD_##K##_host, ROCPD_##K##_rank

#define ROWS(K, side, ...) {ROCPD_KIND_##K, ROCPD_##K##_duration, {__VA_ARGS__}, side}
/* Inputs of kernels and copies; in the second form, a copy counts for each GPU that takes part in it. */
#define GPU(k, c) ROWS(KERNEL, 0, k), ROWS(COPY, 0, c)
#define AGENTS(...) ROWS(KERNEL, 0, __VA_ARGS__), ROWS(COPY, 1, __VA_ARGS__), ROWS(COPY, 2, __VA_ARGS__)
#define LIST(...) __VA_ARGS__

static const rocpd_top_by top[] = {
  {"name", 1, {NAME}, 3, 2, {GPU(ROCPD_KERNEL_name, ROCPD_COPY_name), ROWS(REGION, 0, ROCPD_REGION_name)}},
  {"rank", 2, {NAME, ROCPD_TOP_RANK}, 3, 2,
   {GPU(LIST(ROCPD_KERNEL_name, ROCPD_KERNEL_rank), LIST(ROCPD_COPY_name, ROCPD_COPY_rank)), ROWS(REGION, 0, ROCPD_REGION_name, ROCPD_REGION_rank)}},
  {"source", 2, {NAME, ROCPD_TOP_SOURCE}, 3, 2,
   {GPU(LIST(ROCPD_KERNEL_name, ROCPD_KERNEL_source), LIST(ROCPD_COPY_name, ROCPD_COPY_source)), ROWS(REGION, 0, ROCPD_REGION_name, ROCPD_REGION_source)}},
  {"process", 7, {NAME, ROCPD_TOP_PID, WHOSE}, 3, 2,
   {GPU(LIST(ROCPD_KERNEL_name, ROCPD_KERNEL_pid, OF(KERNEL)), LIST(ROCPD_COPY_name, ROCPD_COPY_pid, OF(COPY))),
    ROWS(REGION, 0, ROCPD_REGION_name, ROCPD_REGION_pid, OF(REGION))}},
  {"path", 2, {NAME, ROCPD_TOP_PATH}, 3, 2,
   {GPU(LIST(ROCPD_KERNEL_name, ROCPD_KEY_PATH), LIST(ROCPD_COPY_name, ROCPD_KEY_PATH)), ROWS(REGION, 0, ROCPD_REGION_name, ROCPD_KEY_NONE)}},
  {0}};

static const rocpd_top_by top_kernels[] = {
  {"name", 1, {NAME}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name)}},
  {"rank", 2, {NAME, ROCPD_TOP_RANK}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name, ROCPD_KERNEL_rank)}},
  {"source", 2, {NAME, ROCPD_TOP_SOURCE}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name, ROCPD_KERNEL_source)}},
  {"process", 7, {NAME, ROCPD_TOP_PID, WHOSE}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name, ROCPD_KERNEL_pid, OF(KERNEL))}},
  {"path", 2, {NAME, ROCPD_TOP_PATH}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name, ROCPD_KEY_PATH)}},
  {0}};

static const rocpd_top_by top_by[] = {
  {"kernel", 1, {NAME}, 1, 1, {ROWS(KERNEL, 0, ROCPD_KERNEL_name)}},
  {"region", 1, {NAME}, 1, 0, {ROWS(REGION, 0, ROCPD_REGION_name)}},
  {"copy", 1, {NAME}, 1, 1, {ROWS(COPY, 0, ROCPD_COPY_name)}},
  {"marker", 1, {NAME}, 2, 0, {ROWS(REGION, 0, ROCPD_KEY_MESSAGE), {ROCPD_KIND_SAMPLE, ROCPD_KEY_NONE, {ROCPD_KEY_MESSAGE}, 0}}},
  {"thread", 7, {ID, ROCPD_TOP_PID, WHOSE}, 1, 0, {ROWS(REGION, 0, ROCPD_REGION_tid, ROCPD_REGION_pid, OF(REGION))}},
  {"queue", 9, {NAME, ID, ROCPD_TOP_AGENT, ROCPD_TOP_PID, WHOSE}, 1, 1,
   {ROWS(KERNEL, 0, ROCPD_KERNEL_queue, ROCPD_KERNEL_queue_id, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_pid, OF(KERNEL))}},
  {"stream", 8, {NAME, ID, ROCPD_TOP_PID, WHOSE}, 2, 2,
   {GPU(LIST(ROCPD_KERNEL_stream, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_pid, OF(KERNEL)),
        LIST(ROCPD_COPY_stream_name, ROCPD_COPY_stream_id, ROCPD_COPY_pid, OF(COPY)))}},
  {"agent", 6, {ROCPD_TOP_AGENT, WHOSE}, 3, 3,
   {ROWS(KERNEL, 0, ROCPD_KEY_AGENT, OF(KERNEL)), ROWS(COPY, 1, ROCPD_KEY_AGENT, OF(COPY)), ROWS(COPY, 2, ROCPD_KEY_AGENT, OF(COPY))}},
  {"device", 1, {NAME}, 3, 3, {AGENTS(ROCPD_KEY_DEVICE)}},
  {"process", 6, {ROCPD_TOP_PID, WHOSE}, 2, 2, {GPU(LIST(ROCPD_KERNEL_pid, OF(KERNEL)), LIST(ROCPD_COPY_pid, OF(COPY)))}},
  {"rank", 1, {ROCPD_TOP_RANK}, 2, 2, {GPU(ROCPD_KERNEL_rank, ROCPD_COPY_rank)}},
  {"path", 2, {NAME, ROCPD_TOP_PATH}, 2, 2, {GPU(LIST(ROCPD_KERNEL_name, ROCPD_KEY_PATH), LIST(ROCPD_COPY_name, ROCPD_KEY_PATH))}},
  {"grid", 7, {NAME, GRID, GRID, GRID, GRID, GRID, GRID}, 1, 1,
   {ROWS(KERNEL, 0, ROCPD_KERNEL_name, ROCPD_KERNEL_grid_x, ROCPD_KERNEL_grid_y, ROCPD_KERNEL_grid_z, ROCPD_KERNEL_workgroup_x, ROCPD_KERNEL_workgroup_y,
         ROCPD_KERNEL_workgroup_z)}},
  {0}};

const rocpd_top_by *rocpd_top_by_of(const char *table, const char *by, rocpd_error *err) {
  const rocpd_top_by *list = !strcmp(table, "top") ? top : !strcmp(table, "top_kernels") ? top_kernels : top_by, *x = list;
  if (!by) return list;
  while (x->name && strcmp(x->name, by)) x++;
  if (x->name) return x;
  sqlite3_str *known = sqlite3_str_new(NULL);
  for (x = list; x->name; x++) sqlite3_str_appendf(known, "%s'%s'", x == list ? "" : x[1].name ? ", " : " or ", x->name);
  char *text = sqlite3_str_finish(known);
  if (text) rocpd_fail(err, SQLITE_ERROR, "%s: by is '%s', expected %s", table, by, text);
  else rocpd_no_memory(err);
  sqlite3_free(text);
  return NULL;
}
