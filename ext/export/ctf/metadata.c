/* Writes the metadata, which describe the bytes of streams in CTF's language TSDL. */
#include "ctf.h"
#include "escape.h"

/* ---- texts ---- */

/* Appends any text in quotes. */
static int add_text(sqlite3_str *s, const char *name, const char *text, rocpd_error *err) {
  if (!text || !*text) return SQLITE_OK;
  size_t size = strlen(text);
  char *clean = sqlite3_malloc64(size * 3 + 1);
  if (!clean) return rocpd_no_memory(err);
  const char *end = rocpd_utf8_clean(clean, text, size);
  sqlite3_str_appendf(s, "  %s = \"", name);
  for (const char *p = clean; p < end; p++) {
    unsigned char c = (unsigned char)*p;
    if (c == '"' || c == '\\') sqlite3_str_appendchar(s, 1, '\\');
    if (c < 0x20 || c == 0x7f) sqlite3_str_appendf(s, "\\%c%c%c", '0' + (c >> 6), '0' + (c >> 3 & 7), '0' + (c & 7));
    else sqlite3_str_appendchar(s, 1, *p);
  }
  sqlite3_str_appendall(s, "\";\n");
  sqlite3_free(clean);
  return SQLITE_OK;
}

/* ---- of the trace ---- */

static void add_uuid(sqlite3_str *s, const uint8_t *u) {
  sqlite3_str_appendf(s, "  uuid = \"%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x\";\n",
    u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
}

static void add_trace(sqlite3_str *s, const uint8_t *uuid) {
  sqlite3_str_appendall(s, "/* CTF 1.8 */\n"
    "typealias integer { size = 8; align = 8; signed = false; } := u8;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := u32;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := u64;\n");
  for (int bytes = 1; bytes <= 8; bytes++)
    sqlite3_str_appendf(s, "typealias integer { size = %d; align = 8; signed = true; } := i%d;\n", bytes * 8, bytes * 8);
  sqlite3_str_appendall(s, "trace {\n  major = 1; minor = 8; byte_order = le;\n");
  add_uuid(s, uuid);
  sqlite3_str_appendall(s, "  packet.header := struct { u32 magic; u8 uuid[16]; u32 stream_id; u64 stream_instance_id; };\n};\n");
}

static int add_fact(void *arg, const char *name, const char *text, int64_t number, rocpd_error *err) {
  if (text) return add_text(arg, name, text, err);
  sqlite3_str_appendf(arg, "  %s = %lld;\n", name, number);
  return SQLITE_OK;
}

static int add_env(rocpd_export *x, sqlite3_str *s, rocpd_error *err) {
  sqlite3_str_appendall(s, "env {\n");
  int rc = rocpd_ctf_environment(x, add_fact, s, err);
  sqlite3_str_appendall(s, "};\n");
  return rc;
}

/* Adds a clock; the types of its times refer to its name. */
static void add_clock(sqlite3_str *s, const rocpd_ctf_clock *c) {
  sqlite3_str_appendf(s, "clock {\n  name = \"%s\";\n", c->name);
  if (c->has_uuid) add_uuid(s, c->uuid);
  sqlite3_str_appendf(s, "  description = \"%s\";\n  freq = 1000000000;\n  precision = 0;\n  offset_s = %lld;\n  offset = %lld;\n  absolute = %s;\n};\n",
    c->description, c->seconds, c->ns, c->absolute ? "true" : "false");
  for (int bits = 32; bits <= 64; bits += 32)
    sqlite3_str_appendf(s, "typealias integer { size = %d; align = 8; signed = false; map = clock.%s.value; } := %s_%d;\n", bits, c->name, c->name, bits);
}

/* ---- of the streams ---- */

static void add_event(sqlite3_str *s, const rocpd_ctf_shared *shared, size_t class, int kind, const char *event, int id) {
  const rocpd_ctf_kind *k = &rocpd_ctf_kinds[kind];
  sqlite3_str_appendf(s, "event {\n  name = \"%s%s\"; id = %d; stream_id = %llu;\n  fields := struct {\n    i%d duration;", event,
                      rocpd_ctf_event_suffix(kind, id), id, (sqlite3_uint64)class, shared->duration[kind] * 8);
  for (int f = 0; f < shared->fields[kind]; f++) {
    uint8_t width = shared->width[kind][f];
    if (width) sqlite3_str_appendf(s, " i%d %s;", width * 8, k->field[f].name);
    else sqlite3_str_appendf(s, " string { encoding = UTF8; } %s;", k->field[f].name);
  }
  sqlite3_str_appendall(s, "\n  };\n};\n");
}

static void add_class(sqlite3_str *s, rocpd_export *x, const rocpd_ctf_shared *shared, size_t i) {
  const rocpd_ctf_class *c = &shared->class[i];
  const char *category = c->category == ROCPD_NULL ? NULL : rocpd_string(x->session, c->category, NULL);
  char event[CTF_EVENT_NAME];
  rocpd_ctf_event_name(c->kind, category, event);
  const rocpd_ctf_clock clock = rocpd_ctf_find_clock(shared, c->clock);
  sqlite3_str_appendf(s, "stream {\n  id = %llu;\n  event.header := struct { u8 id; %s_32 timestamp; };\n"
    "  packet.context := struct { u64 packet_size; u64 content_size; %s_64 timestamp_begin; %s_64 timestamp_end; u64 packet_seq_num; u64 events_discarded;\n   ",
    (sqlite3_uint64)i, clock.name, clock.name, clock.name);
  for (int t = 0; t < CTF_HEADS; t++) sqlite3_str_appendf(s, " string { encoding = UTF8; } %s;", rocpd_ctf_heads[t]);
  sqlite3_str_appendall(s, " };\n};\n");
  add_event(s, shared, i, c->kind, event, CTF_START);
  if (!rocpd_ctf_kinds[c->kind].point) add_event(s, shared, i, c->kind, event, CTF_END);
}

static int write_text(rocpd_export *x, const char *text, size_t size, rocpd_error *err) {
  rocpd_output file = {0};
  rocpd_buffer b = {.file = &file};
  int rc = rocpd_folder_file(&x->folder, &x->progress, "metadata", &file, err);
  if (!rc) rc = rocpd_buffer_add(&b, (const uint8_t *)text, size, err);
  if (!rc) rc = rocpd_buffer_flush(&b, err);
  if (!rc) rc = rocpd_output_finish(&file, err);
  sqlite3_free(b.bytes);
  rocpd_output_close(&file);
  return rc;
}

int rocpd_ctf_write_metadata(rocpd_export *x, const rocpd_ctf_shared *shared, rocpd_error *err) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  add_trace(s, shared->uuid);
  int rc = add_env(x, s, err);
  for (uint32_t i = 0; i < shared->clocks; i++) {
    const rocpd_ctf_clock clock = rocpd_ctf_find_clock(shared, i);
    add_clock(s, &clock);
  }
  for (size_t i = 0; i < shared->classes; i++) add_class(s, x, shared, i);
  size_t size = (size_t)sqlite3_str_length(s);
  int why = sqlite3_str_errcode(s);
  char *text = sqlite3_str_finish(s);
  if (!rc) rc = rocpd_fail_code(err, why);
  if (!rc) rc = write_text(x, text, size, err);
  sqlite3_free(text);
  return rc;
}
