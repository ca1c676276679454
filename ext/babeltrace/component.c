/* See component.h. */
#include "component.h"
#include "escape.h"
#include <stdio.h>

/* ---- the trace ---- */

static int add_fact(void *arg, const char *name, const char *text, int64_t number, rocpd_error *err) {
  bt_trace *trace = arg;
  if (!text) return bt_trace_set_environment_entry_integer(trace, name, number) ? rocpd_no_memory(err) : SQLITE_OK;
  size_t size = strlen(text);
  char *clean = sqlite3_malloc64(size * 3 + 1);
  if (!clean) return rocpd_no_memory(err);
  *rocpd_utf8_clean(clean, text, size) = 0;
  int rc = bt_trace_set_environment_entry_string(trace, name, clean) ? rocpd_no_memory(err) : SQLITE_OK;
  sqlite3_free(clean);
  return rc;
}

static int make_clock(bt_self_component *self, const rocpd_ctf_clock *clock, bt_clock_class **out, rocpd_error *err) {
  bt_clock_class *c = *out = bt_clock_class_create(self);
  if (!c || bt_clock_class_set_name(c, clock->name) || bt_clock_class_set_description(c, clock->description)) return rocpd_no_memory(err);
  bt_clock_class_set_frequency(c, 1000000000);
  bt_clock_class_set_offset(c, clock->seconds, (uint64_t)clock->ns);
  bt_clock_class_set_origin_is_unix_epoch(c, clock->absolute);
  if (clock->has_uuid) bt_clock_class_set_uuid(c, clock->uuid);
  return SQLITE_OK;
}

static int make_clocks(rocpd_component *c, bt_self_component *self, rocpd_error *err) {
  const rocpd_ctf_shared *s = &c->reader.shared;
  c->clock = rocpd_ctf_find_clock(s, 0);
  c->clock_class = rocpd_zeroed(s->clocks * sizeof(*c->clock_class));
  if (!c->clock_class) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  for (uint32_t i = 0; !rc && i < s->clocks; i++) {
    rocpd_ctf_clock clock = rocpd_ctf_find_clock(s, i);
    rc = make_clock(self, &clock, &c->clock_class[i], err);
  }
  return rc;
}

static int make_trace(rocpd_component *c, bt_self_component *self, rocpd_error *err) {
  int rc = make_clocks(c, self, err);
  if (rc) return rc;
  c->trace_class = bt_trace_class_create(self);
  c->trace = c->trace_class ? bt_trace_create(c->trace_class) : NULL;
  if (!c->trace) return rocpd_no_memory(err);
  bt_trace_class_set_assigns_automatic_stream_class_id(c->trace_class, BT_FALSE);
  bt_trace_set_uuid(c->trace, c->reader.shared.uuid);
  return rocpd_ctf_environment(&c->reader.x, add_fact, c->trace, err);
}

/* ---- classes ---- */

static int append(bt_field_class *structure, const char *name, bt_field_class *field, rocpd_error *err) {
  int status = field ? bt_field_class_structure_append_member(structure, name, field) : 1;
  bt_field_class_put_ref(field);
  return status ? rocpd_no_memory(err) : SQLITE_OK;
}

/* Of sizes that babeltrace2 can write: it aborts at others. */
static bt_field_class *integer_class(bt_trace_class *t, int bytes) {
  bt_field_class *f = bt_field_class_integer_signed_create(t);
  if (f) bt_field_class_integer_set_field_value_range(f, (uint64_t)bytes * 8);
  return f;
}

/* What stands at the head of each packet. */
static int set_context(rocpd_component *c, bt_stream_class *stream, rocpd_error *err) {
  bt_field_class *s = bt_field_class_structure_create(c->trace_class);
  int rc = s ? SQLITE_OK : rocpd_no_memory(err);
  for (int i = 0; !rc && i < CTF_HEADS; i++) rc = append(s, rocpd_ctf_heads[i], bt_field_class_string_create(c->trace_class), err);
  if (!rc && bt_stream_class_set_packet_context_field_class(stream, s)) rc = rocpd_no_memory(err);
  bt_field_class_put_ref(s);
  return rc;
}

static int make_event_class(rocpd_component *c, bt_stream_class *stream, const rocpd_ctf_class *of, int id, bt_event_class **out, rocpd_error *err) {
  const rocpd_ctf_shared *s = &c->reader.shared;
  const rocpd_ctf_kind *k = &rocpd_ctf_kinds[of->kind];
  const char *category = of->category == ROCPD_NULL ? NULL : rocpd_string(c->reader.x.session, of->category, NULL);
  char event[CTF_EVENT_NAME], name[CTF_EVENT_NAME + 8];
  rocpd_ctf_event_name(of->kind, category, event);
  sqlite3_snprintf(sizeof name, name, "%s%s", event, rocpd_ctf_event_suffix(of->kind, id));
  bt_field_class *fields = bt_field_class_structure_create(c->trace_class);
  *out = fields ? bt_event_class_create_with_id(stream, (uint64_t)id) : NULL;
  int rc =
    !*out || bt_event_class_set_name(*out, name) ? rocpd_no_memory(err) : append(fields, "duration", integer_class(c->trace_class, s->duration[of->kind]), err);
  for (int f = 0; !rc && f < s->fields[of->kind]; f++) {
    uint8_t width = s->width[of->kind][f];
    rc = append(fields, k->field[f].name, width ? integer_class(c->trace_class, width) : bt_field_class_string_create(c->trace_class), err);
  }
  if (!rc && bt_event_class_set_payload_field_class(*out, fields)) rc = rocpd_no_memory(err);
  bt_field_class_put_ref(fields);
  return rc;
}

static int make_class(rocpd_component *c, rocpd_error *err) {
  int rc = rocpd_array_reserve(&c->class, &c->class_capacity, c->classes + 1, sizeof *c->class);
  if (rc) return rocpd_fail_code(err, rc);
  const rocpd_ctf_class *of = &c->reader.shared.class[c->classes];
  struct rocpd_component_class *made = &c->class[c->classes];
  *made = (struct rocpd_component_class){.stream = bt_stream_class_create_with_id(c->trace_class, c->classes)};
  if (!made->stream) return rocpd_no_memory(err);
  c->classes++;
  bt_stream_class_set_assigns_automatic_event_class_id(made->stream, BT_FALSE);
  bt_stream_class_set_assigns_automatic_stream_id(made->stream, BT_FALSE);
  if (bt_stream_class_set_default_clock_class(made->stream, c->clock_class[of->clock])) return rocpd_no_memory(err);
  bt_stream_class_set_supports_packets(made->stream, BT_TRUE, BT_TRUE, BT_TRUE);
  bt_stream_class_set_supports_discarded_events(made->stream, BT_TRUE, BT_TRUE);
  rc = set_context(c, made->stream, err);
  if (!rc) rc = make_event_class(c, made->stream, of, CTF_START, &made->event[CTF_START], err);
  if (!rc && !rocpd_ctf_kinds[of->kind].point) rc = make_event_class(c, made->stream, of, CTF_END, &made->event[CTF_END], err);
  return rc;
}

/* ---- streams ---- */

int rocpd_component_stream_of(rocpd_component *c, uint32_t number, rocpd_component_stream *out, rocpd_error *err) {
  uint32_t class = c->reader.stream[number].class;
  int rc = SQLITE_OK;
  while (!rc && c->classes <= class) rc = make_class(c, err);
  size_t old = c->streams;
  if (!rc && number >= old) {
    rc = rocpd_fail_code(err, rocpd_array_reserve(&c->stream, &c->streams, (size_t)number + 1, sizeof *c->stream));
    if (!rc) memset(c->stream + old, 0, (c->streams - old) * sizeof *c->stream);
  }
  if (!rc && !c->stream[number] && !(c->stream[number] = bt_stream_create_with_id(c->class[class].stream, c->trace, number))) rc = rocpd_no_memory(err);
  int64_t ahead = rocpd_ctf_clock_ahead(&c->reader.shared, c->reader.shared.class[class].clock);
  if (!rc) *out = (rocpd_component_stream){c->stream[number], {c->class[class].event[CTF_START], c->class[class].event[CTF_END]}, ahead};
  return rc;
}

/* ---- the component ---- */

static void drop(rocpd_component *c) {
  for (size_t i = 0; i < c->streams; i++) bt_stream_put_ref(c->stream[i]);
  for (size_t i = 0; i < c->classes; i++) {
    bt_event_class_put_ref(c->class[i].event[CTF_START]), bt_event_class_put_ref(c->class[i].event[CTF_END]);
    bt_stream_class_put_ref(c->class[i].stream);
  }
  sqlite3_free(c->stream), sqlite3_free(c->class);
  bt_trace_put_ref(c->trace), bt_trace_class_put_ref(c->trace_class);
  for (uint32_t i = 0; c->clock_class && i < c->reader.shared.clocks; i++) bt_clock_class_put_ref(c->clock_class[i]);
  sqlite3_free(c->clock_class);
  rocpd_reader_close(&c->reader);
  sqlite3_free(c);
}

static int make(bt_self_component_source *self, const bt_value *params, rocpd_component **out, rocpd_error *err) {
  bt_self_component *component = bt_self_component_source_as_self_component(self);
  rocpd_component *c = *out = rocpd_zeroed(sizeof *c);
  if (!c) return rocpd_no_memory(err);
  rocpd_parameters p;
  int rc = rocpd_parameters_read(params, &p, err);
  if (!rc) rc = rocpd_reader_open(&c->reader, (const char *const *)p.path, p.paths, p.options, err);
  if (!rc) rc = make_trace(c, component, err);
  rocpd_parameters_free(&p);
  if (!rc && bt_self_component_source_add_output_port(self, ROCPD_PORT, NULL, NULL)) rc = rocpd_no_memory(err);
  if (rc) return rc;
  if (c->reader.x.result.warnings && bt_component_get_logging_level(bt_self_component_as_component(component)) <= BT_LOGGING_LEVEL_WARNING)
    fprintf(stderr, "source.rocpd.trace: %s\n", c->reader.x.result.warnings);
  return SQLITE_OK;
}

bt_component_class_initialize_method_status rocpd_component_init(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
                                                                  const bt_value *params, void *data) {
  rocpd_error err = {0};
  rocpd_component *c;
  int rc = make(self, params, &c, &err);
  if (!rc) {
    bt_self_component_set_data(bt_self_component_source_as_self_component(self), c);
    return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
  }
  if (c) drop(c);
  BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT(bt_self_component_source_as_self_component(self), "%s", rocpd_error_text(rc, &err));
  rocpd_error_clear(&err);
  return rocpd_is_no_memory(rc) ? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

void rocpd_component_finalize(bt_self_component_source *self) {
  drop(bt_self_component_get_data(bt_self_component_source_as_self_component(self)));
}
