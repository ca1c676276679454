/* source.floor.events: what libbabeltrace2 takes for as many events as there are, made of nothing: parameters `events`, and `integers` and `texts`, which all
** have the same value. */
#include <babeltrace2/babeltrace.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct floor_source {
  int64_t events, integers, texts, done;
  bt_stream *stream;
  bt_event_class *event;
  bt_packet *packet;
} floor_source;

static int64_t parameter(const bt_value *params, const char *name) {
  const bt_value *v = bt_value_map_borrow_entry_value_const(params, name);
  return v ? bt_value_integer_signed_get(v) : 0;
}

static void append(bt_field_class *structure, const char *prefix, int64_t i, bt_field_class *field) {
  char name[32] = {prefix[0], (char)('a' + i / 26), (char)('a' + i % 26)};
  bt_field_class_structure_append_member(structure, name, field);
  bt_field_class_put_ref(field);
}

static bt_component_class_initialize_method_status begin(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
                                                         const bt_value *params, void *data) {
  bt_self_component *component = bt_self_component_source_as_self_component(self);
  floor_source *f = calloc(1, sizeof *f);
  f->events = parameter(params, "events"), f->integers = parameter(params, "integers"), f->texts = parameter(params, "texts");
  bt_trace_class *trace_class = bt_trace_class_create(component);
  bt_clock_class *clock = bt_clock_class_create(component);
  bt_stream_class *stream_class = bt_stream_class_create(trace_class);
  bt_stream_class_set_default_clock_class(stream_class, clock);
  bt_stream_class_set_supports_packets(stream_class, BT_TRUE, BT_TRUE, BT_TRUE);
  f->event = bt_event_class_create(stream_class);
  bt_field_class *fields = bt_field_class_structure_create(trace_class);
  for (int64_t i = 0; i < f->integers; i++) append(fields, "i", i, bt_field_class_integer_signed_create(trace_class));
  for (int64_t i = 0; i < f->texts; i++) append(fields, "t", i, bt_field_class_string_create(trace_class));
  bt_event_class_set_payload_field_class(f->event, fields);
  bt_trace *trace = bt_trace_create(trace_class);
  f->stream = bt_stream_create(stream_class, trace);
  f->packet = bt_packet_create(f->stream);
  bt_self_component_set_data(component, f);
  bt_self_component_source_add_output_port(self, "out", NULL, NULL);
  return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_message_iterator_class_initialize_method_status begin_iterator(bt_self_message_iterator *self, bt_self_message_iterator_configuration *configuration,
                                                                         bt_self_component_port_output *port) {
  bt_self_message_iterator_set_data(self, bt_self_component_get_data(bt_self_message_iterator_borrow_component(self)));
  return BT_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static bt_message *event(bt_self_message_iterator *self, floor_source *f, uint64_t time) {
  bt_message *m = bt_message_event_create_with_packet_and_default_clock_snapshot(self, f->event, f->packet, time);
  bt_field *payload = bt_event_borrow_payload_field(bt_message_event_borrow_event(m));
  for (int64_t i = 0; i < f->integers; i++) bt_field_integer_signed_set_value(bt_field_structure_borrow_member_field_by_index(payload, (uint64_t)i), i);
  for (int64_t i = 0; i < f->texts; i++)
    bt_field_string_set_value(bt_field_structure_borrow_member_field_by_index(payload, (uint64_t)(f->integers + i)), "text");
  return m;
}

static bt_message *message(bt_self_message_iterator *self, floor_source *f) {
  int64_t i = f->done++ - 2;
  if (i == -2) return bt_message_stream_beginning_create(self, f->stream);
  if (i == -1) return bt_message_packet_beginning_create_with_default_clock_snapshot(self, f->packet, 0);
  if (i < f->events) return event(self, f, (uint64_t)i);
  if (i == f->events) return bt_message_packet_end_create_with_default_clock_snapshot(self, f->packet, (uint64_t)f->events);
  return i == f->events + 1 ? bt_message_stream_end_create(self, f->stream) : NULL;
}

static bt_message_iterator_class_next_method_status next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity, uint64_t *count) {
  floor_source *f = bt_self_message_iterator_get_data(self);
  *count = 0;
  for (const bt_message *m; *count < capacity && (m = message(self, f));) messages[(*count)++] = m;
  return *count ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

BT_PLUGIN_MODULE();
BT_PLUGIN(floor);
BT_PLUGIN_SOURCE_COMPONENT_CLASS(events, next);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_INITIALIZE_METHOD(events, begin);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD(events, begin_iterator);
