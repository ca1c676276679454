/* babeltrace2's source component class source.rocpd.trace: any trace that the extension reads, in the streams, classes and fields of the CTF that
** rocpd_export_ctf() writes.
**
** It has one port. All that it reads is in one order of time already; babeltrace2's muxer looks at each of its ports for each message, and a trace has
** thousands of streams. */
#ifndef ROCPD_COMPONENT_H
#define ROCPD_COMPONENT_H
#include "moments.h"
#include <babeltrace2/babeltrace.h>

#define ROCPD_PORT "out"

/* What a failure is to be called. That there was no memory may have been found by what it led to. */
static inline bool rocpd_is_no_memory(int rc) { return rc == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM; }
static inline const char *rocpd_error_text(int rc, const rocpd_error *err) {
  bool own = err->message && (!rocpd_is_no_memory(rc) || strstr(err->message, "out of memory"));
  return own ? err->message : sqlite3_errstr(rocpd_is_no_memory(rc) ? SQLITE_NOMEM : rc);
}

/* ---- parameter.c ---- */

typedef struct rocpd_parameters {
  char **path;
  size_t paths;
  char *options; /* of an export, a JSON object */
} rocpd_parameters;

/* Free them also after a failure. */
int rocpd_parameters_read(const bt_value *map, rocpd_parameters *out, rocpd_error *err);
void rocpd_parameters_free(rocpd_parameters *p);

/* ---- component.c: what babeltrace2 is told of classes and streams ---- */

typedef struct rocpd_component {
  rocpd_reader reader;
  rocpd_ctf_clock clock;
  bt_clock_class **clock_class; /* of each of the reader's clocks */
  bt_trace_class *trace_class;
  bt_trace *trace;
  struct rocpd_component_class {
    bt_stream_class *stream;
    bt_event_class *event[2]; /* CTF_START, CTF_END */
  } *class; /* as far as they are known */
  size_t classes, class_capacity;
  bt_stream **stream; /* by the reader's numbers; NULL: not made yet */
  size_t streams;
} rocpd_component;

typedef struct rocpd_component_stream {
  bt_stream *stream;
  bt_event_class *event[2];
  int64_t ahead; /* what times of the first clock are more than those of the stream's */
} rocpd_component_stream;

/* A stream of the reader's, with its classes; they belong to the component. */
int rocpd_component_stream_of(rocpd_component *c, uint32_t number, rocpd_component_stream *out, rocpd_error *err);

bt_component_class_initialize_method_status rocpd_component_init(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
                                                                  const bt_value *params, void *data);
void rocpd_component_finalize(bt_self_component_source *self);

/* ---- iterator.c ---- */

bt_message_iterator_class_initialize_method_status rocpd_iterator_init(bt_self_message_iterator *self, bt_self_message_iterator_configuration *configuration,
                                                                        bt_self_component_port_output *port);
void rocpd_iterator_finalize(bt_self_message_iterator *self);
bt_message_iterator_class_next_method_status rocpd_iterator_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity,
                                                                 uint64_t *count);
bt_message_iterator_class_seek_beginning_method_status rocpd_iterator_seek_beginning(bt_self_message_iterator *self);
bt_message_iterator_class_can_seek_beginning_method_status rocpd_iterator_can_seek_beginning(bt_self_message_iterator *self, bt_bool *can);
bt_message_iterator_class_seek_ns_from_origin_method_status rocpd_iterator_seek_ns(bt_self_message_iterator *self, int64_t ns);
bt_message_iterator_class_can_seek_ns_from_origin_method_status rocpd_iterator_can_seek_ns(bt_self_message_iterator *self, int64_t ns, bt_bool *can);

/* ---- query.c ---- */

bt_component_class_query_method_status rocpd_component_query(bt_self_component_class_source *self, bt_private_query_executor *executor, const char *object,
                                                             const bt_value *params, void *data, const bt_value **result);

#endif
