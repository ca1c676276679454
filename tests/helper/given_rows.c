/* See given.h: rows. */
#include "given.h"
#include "../test.h"

#define TEXT(literal) ((int64_t)(intptr_t)(literal))

int64_t *given_region(given_trace *s, given_lane *l, int64_t pid, int64_t tid, const char *name, int64_t start, int64_t end, int64_t stack_id) {
  int64_t *r = given_row_add(s, l);
  r[ROCPD_REGION_guid] = TEXT(s->guid);
  r[ROCPD_REGION_pid] = pid;
  r[ROCPD_REGION_tid] = tid;
  r[ROCPD_REGION_category] = TEXT("HIP_RUNTIME_API_EXT");
  r[ROCPD_REGION_name] = TEXT(name);
  r[ROCPD_REGION_start] = start;
  r[ROCPD_REGION_end] = end;
  if (start != ROCPD_NULL && end != ROCPD_NULL) r[ROCPD_REGION_duration] = end - start;
  r[ROCPD_REGION_id] = r[ROCPD_REGION_stack_id] = stack_id;
  r[ROCPD_REGION_result] = 0;
  return r;
}

int64_t *given_kernel(given_trace *s, given_lane *l, int64_t pid, int64_t agent, int64_t queue, const char *name, int64_t start, int64_t end,
                      int64_t stack_id) {
  static int64_t dispatch;
  int64_t *r = given_row_add(s, l);
  r[ROCPD_KERNEL_guid] = TEXT(s->guid);
  r[ROCPD_KERNEL_pid] = pid;
  r[ROCPD_KERNEL_category] = TEXT("KERNEL_DISPATCH");
  r[ROCPD_KERNEL_name] = TEXT(name);
  r[ROCPD_KERNEL_agent_abs_index] = agent;
  r[ROCPD_KERNEL_queue_id] = queue;
  r[ROCPD_KERNEL_stream_id] = test_draw(3);
  r[ROCPD_KERNEL_start] = start;
  r[ROCPD_KERNEL_end] = end;
  r[ROCPD_KERNEL_stack_id] = r[ROCPD_KERNEL_parent_stack_id] = stack_id;
  r[ROCPD_KERNEL_dispatch_id] = r[ROCPD_KERNEL_id] = ++dispatch;
  for (int i = 0; i < 6; i++) r[ROCPD_KERNEL_grid_x + i] = 1 << test_draw(10);
  r[ROCPD_KERNEL_lds_size] = test_draw(2) ? 0 : 65536;
  r[ROCPD_KERNEL_scratch_size] = 0;
  r[ROCPD_KERNEL_graph_exec_id] = 0;
  return r;
}

int64_t *given_copy(given_trace *s, given_lane *l, int64_t pid, int64_t dst, int64_t src, const char *name, int64_t start, int64_t end, int64_t stack_id) {
  int64_t *r = given_row_add(s, l);
  r[ROCPD_COPY_guid] = TEXT(s->guid);
  r[ROCPD_COPY_pid] = pid;
  r[ROCPD_COPY_category] = TEXT("MEMORY_COPY");
  r[ROCPD_COPY_name] = TEXT(name);
  r[ROCPD_COPY_start] = start;
  r[ROCPD_COPY_end] = end;
  r[ROCPD_COPY_dst_agent_abs_index] = dst;
  r[ROCPD_COPY_src_agent_abs_index] = src;
  r[ROCPD_COPY_dst_agent_type] = TEXT(dst == 0 ? "CPU" : "GPU");
  r[ROCPD_COPY_src_agent_type] = TEXT(src == 0 ? "CPU" : "GPU");
  r[ROCPD_COPY_size] = 1 << test_draw(30);
  r[ROCPD_COPY_stack_id] = stack_id;
  return r;
}

void given_process(given_trace *s, int64_t pid, const char *command) {
  int64_t *r = given_row_add(s, given_lane_add(s, ROCPD_KIND_PROCESS, GIVEN_WIDE));
  r[ROCPD_PROCESS_guid] = TEXT(s->guid);
  r[ROCPD_PROCESS_pid] = pid;
  r[ROCPD_PROCESS_hostname] = TEXT(s->host);
  r[ROCPD_PROCESS_command] = TEXT(command);
  r[ROCPD_PROCESS_start] = 1000;
  r = given_row_add(s, given_lane_add(s, ROCPD_KIND_AGENT, GIVEN_WIDE));
  r[ROCPD_AGENT_guid] = TEXT(s->guid);
  r[ROCPD_AGENT_absolute_index] = 1;
  r[ROCPD_AGENT_type] = TEXT("GPU");
  r[ROCPD_AGENT_type_index] = 0;
  r[ROCPD_AGENT_name] = TEXT("gfx90a");
}

void given_argument(given_trace *s, given_lane *l, int64_t pid, int64_t id, int64_t position, const char *name, const char *value) {
  int64_t *r = given_row_add(s, l);
  r[ROCPD_ARG_guid] = TEXT(s->guid);
  r[ROCPD_ARG_pid] = pid;
  r[ROCPD_ARG_id] = id;
  r[ROCPD_ARG_position] = position;
  r[ROCPD_ARG_name] = TEXT(name);
  r[ROCPD_ARG_value] = TEXT(value);
}

const char *const given_odd[GIVEN_ODD] = {"plain", "", "\"quoted\" \\back\\slash", "tab\tnew\nline\r\b\f\x01\x1f\x7f",
  "\xff\xfe invalid \xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 cut \xe2\x82",
                                  "\xc3\xa9\xe2\x82\xac\xf0\x9f\x9a\x80", "</script>", "_ZN3fooIiE3barEv.kd", "{\"ph\":\"X\"}",
                                  "\xf4\x8f\xbf\xbf\xf4\x90\x80\x80"};

void given_random(int sources, int events, enum given_style style) {
  static char guid[GIVEN_SOURCES][16];
  for (int k = 0; k < sources; k++) {
    given_trace *s = &given[k];
    snprintf(guid[k], sizeof guid[k], "guid-%d", k);
    s->guid = guid[k], s->host = k % 2 ? "north" : "south";
    int64_t pid = k < 2 ? 500 : 500 + k; /* the first two sources have the same process number */
    given_process(s, pid, k == 3 ? "" : "/opt/app --x");
    int64_t stack = k == 1 ? (1LL << 53) - 100 : 1LL << 40;
    int64_t base = 1000000000LL * (1 + test_draw(1000)), now[4] = {base, base, base, base};
    given_lane *mixed = NULL, *gpu = NULL, *copies = NULL, *args = NULL;
    for (int i = 0; i < events; i++) {
      if (i % 1000 == 0) { /* begins a new batch */
        mixed = given_lane_add(s, ROCPD_KIND_REGION, style);
        gpu = given_lane_add(s, ROCPD_KIND_KERNEL, style);
        copies = given_lane_add(s, ROCPD_KIND_COPY, style);
        args = given_lane_add(s, ROCPD_KIND_ARG, style);
      }
      int thread = (int)test_draw(4);
      int64_t tid = thread == 3 ? (test_draw(2) ? ROCPD_NULL : -5) : pid + thread;
      int64_t start = now[thread], length = test_draw(3000);
      if (test_draw(20) == 0) length = 0;
      const char *name = given_odd[test_draw(GIVEN_ODD)];
      int64_t id = stack + 4 * (int64_t)i;
      given_region(s, mixed, pid, tid, name, start, start + length, id);
      if (test_draw(3) == 0 && length > 2) given_region(s, mixed, pid, tid, "inner", start + test_draw(2), start + length - test_draw(2), id + 1);
      if (test_draw(50) == 0) given_region(s, mixed, pid, tid, "crosses", start + length / 2, start + length + 1 + test_draw(5000), id + 2);
      if (test_draw(500) == 0) given_region(s, mixed, pid, tid, "hangs", start + length, ROCPD_NULL, id + 3);
      now[thread] += length + test_draw(100);
      for (int n = test_draw(10) == 0 ? 5 : (int)test_draw(2); n > 0; n--) {
        int64_t begin = now[thread] + test_draw(5000), end = begin + test_draw(4000);
        if (test_draw(100) == 0) begin = end = ROCPD_NULL;
        else if (test_draw(300) == 0) end = ROCPD_NULL;
        else if (test_draw(300) == 0) end = begin - 5;
        int64_t *r = given_kernel(s, gpu, pid, test_draw(50) ? 1 + test_draw(2) : ROCPD_NULL, test_draw(50) ? test_draw(3) : ROCPD_NULL, name, begin, end,
                                  test_draw(20) ? id :
                                  test_draw(2)  ? 0 :
                                                  12345);
        if (test_draw(30) == 0) r[ROCPD_KERNEL_grid_x + test_draw(6)] = ROCPD_NULL;
        if (test_draw(30) == 0) r[ROCPD_KERNEL_graph_exec_id] = INT64_MAX - test_draw(3);
        if (test_draw(30) == 0) r[ROCPD_KERNEL_lds_size] = ROCPD_NULL;
      }
      if (test_draw(5) == 0) {
        int64_t begin = now[thread] + test_draw(5000);
        static const char *names[] = {"MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE", NULL};
        given_copy(s, copies, pid, test_draw(3), test_draw(3), names[test_draw(4)], begin, begin + test_draw(9000), id);
      }
      if (test_draw(3) == 0)
        for (int a = 2; a >= 0; a--) given_argument(s, args, pid, id, a, "a", given_odd[test_draw(GIVEN_ODD)]);
    }
  }
}
