/* What babeltrace2 asks the class before there is a component: does it read this file or folder (`babeltrace2 FILE`), and when does each stream
** begin and end (`--stream-intersection`). */
#include "component.h"
#include <dirent.h>
#include <limits.h>
#include <unistd.h>

/* ---- babeltrace.support-info ---- */

/* As sure as babeltrace2's own source of CTF is of its traces. */
#define SURE 0.75

static int find_in_folder(const char *path, bool *found, rocpd_error *err) {
  char file[PATH_MAX];
  sqlite3_snprintf(sizeof file, file, "%s/metadata", path);
  *found = false;
  if (!access(file, F_OK)) return SQLITE_OK; /* that is CTF, whatever lies beside it */
  DIR *folder = opendir(path);
  int rc = SQLITE_OK;
  for (const struct dirent *e; folder && !rc && !*found && (e = readdir(folder));) {
    sqlite3_snprintf(sizeof file, file, "%s/%s", path, e->d_name);
    if (e->d_name[0] != '.' && strlen(path) + strlen(e->d_name) + 2 <= sizeof file) rc = rocpd_reader_knows(file, found, err);
  }
  if (folder) closedir(folder);
  return rc;
}

static const char *text_of(const bt_value *map, const char *key) {
  const bt_value *v = bt_value_is_map(map) ? bt_value_map_borrow_entry_value_const(map, key) : NULL;
  return v && bt_value_is_string(v) ? bt_value_string_get(v) : "";
}

/* All that are given belong together: they become one trace. */
static int support_info(const bt_value *params, const bt_value **result, rocpd_error *err) {
  const char *path = text_of(params, "input"), *type = text_of(params, "type");
  bool ours = false;
  int rc = !strcmp(type, "directory") ? find_in_folder(path, &ours, err) : !strcmp(type, "file") ? rocpd_reader_knows(path, &ours, err) : SQLITE_OK;
  if (rc) return rc;
  bt_value *map = bt_value_map_create();
  if (!map || bt_value_map_insert_real_entry(map, "weight", ours ? SURE : 0) || (ours && bt_value_map_insert_string_entry(map, "group", "rocpd"))) {
    bt_value_put_ref(map);
    return rocpd_no_memory(err);
  }
  *result = map;
  return SQLITE_OK;
}

/* ---- babeltrace.trace-infos ---- */

typedef struct stream_span {
  int64_t first, last;
} stream_span;

/* Of all streams, by the reader's numbers. */
static int find_spans(rocpd_reader *r, stream_span **span, rocpd_error *err) {
  rocpd_order o;
  rocpd_order_moment m;
  size_t spans = 0, capacity = 0;
  bool more = true;
  int rc = rocpd_order_open(r, &o, err);
  while (!rc && !(rc = rocpd_order_next(&o, &m, &more, err)) && more) {
    if (m.stream < spans) (*span)[m.stream].last = m.time;
    else if (!(rc = rocpd_fail_code(err, rocpd_array_reserve(span, &capacity, m.stream + 1u, sizeof **span)))) (*span)[spans++] = (stream_span){m.time, m.time};
  }
  rocpd_order_close(&o);
  return rc;
}

static int add_stream(bt_value *streams, const stream_span *span, int64_t origin) {
  bt_value *stream, *range;
  return bt_value_array_append_empty_map_element(streams, &stream) || bt_value_map_insert_string_entry(stream, "port-name", ROCPD_PORT) ||
         bt_value_map_insert_empty_map_entry(stream, "range-ns", &range) || bt_value_map_insert_signed_integer_entry(range, "begin", span->first + origin) ||
         bt_value_map_insert_signed_integer_entry(range, "end", span->last + origin);
}

/* A trace, with the times of its streams. */
static int make_infos(const rocpd_reader *r, const stream_span *span, int64_t origin, const bt_value **result) {
  bt_value *all = bt_value_array_create(), *trace, *streams;
  bool failed = !all || bt_value_array_append_empty_map_element(all, &trace) || bt_value_map_insert_empty_array_entry(trace, "stream-infos", &streams);
  for (size_t i = 0; !failed && i < r->streams; i++) failed = add_stream(streams, &span[i], origin);
  if (failed) bt_value_put_ref(all);
  else *result = all;
  return failed ? SQLITE_NOMEM : SQLITE_OK;
}

static int trace_infos(const bt_value *params, const bt_value **result, rocpd_error *err) {
  rocpd_parameters p;
  rocpd_reader r = {0};
  stream_span *span = NULL;
  int rc = rocpd_parameters_read(params, &p, err);
  if (!rc) rc = rocpd_reader_open(&r, (const char *const *)p.path, p.paths, p.options, err);
  if (!rc) rc = find_spans(&r, &span, err);
  rocpd_ctf_clock clock = rc ? (rocpd_ctf_clock){0} : rocpd_ctf_find_clock(&r.shared, 0);
  if (!rc) rc = rocpd_fail_code(err, make_infos(&r, span, rocpd_ctf_clock_origin(&clock, &r.shared), result));
  sqlite3_free(span);
  rocpd_reader_close(&r);
  rocpd_parameters_free(&p);
  return rc;
}

/* ---- */

bt_component_class_query_method_status rocpd_component_query(bt_self_component_class_source *self, bt_private_query_executor *executor, const char *object,
                                                             const bt_value *params, void *data, const bt_value **result) {
  rocpd_error err = {0};
  int rc;
  if (!strcmp(object, "babeltrace.support-info")) rc = support_info(params, result, &err);
  else if (!strcmp(object, "babeltrace.trace-infos")) rc = trace_infos(params, result, &err);
  else return BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_UNKNOWN_OBJECT;
  if (!rc) return BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_OK;
  BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT_CLASS(bt_self_component_class_source_as_self_component_class(self), "%s",
                                                            rocpd_error_text(rc, &err));
  rocpd_error_clear(&err);
  return rocpd_is_no_memory(rc) ? BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_MEMORY_ERROR : BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_ERROR;
}
