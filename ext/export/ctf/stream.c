/* Streams: files of packets of bounded size, each with its times at its head; see ctf.h. */
#include "ctf.h"

enum { PACKET = 256 << 10, FILE_NAME = 80 };
/* Places in a packet's head of what is known only when it ends. */
enum { AT_SIZES = 4 + 16 + 4 + 8, AT_TIMES = AT_SIZES + 16, AT_NUMBER = AT_TIMES + 16, AT_TEXTS = AT_NUMBER + 8 };

/* ---- packets ---- */

static void put64(uint8_t *p, uint64_t v) { memcpy(p, &v, 8); /* little-endian, as all machines with AMD GPUs */ }

static int end_packet(ctf_stream *s, rocpd_error *err) {
  if (!s->packet.used) return SQLITE_OK;
  uint8_t *p = s->packet.bytes;
  put64(p + AT_SIZES, s->packet.used * 8), put64(p + AT_SIZES + 8, s->packet.used * 8);
  put64(p + AT_TIMES, (uint64_t)s->first), put64(p + AT_TIMES + 8, (uint64_t)s->last);
  put64(p + AT_NUMBER, s->packets++);
  return rocpd_buffer_flush(&s->packet, err);
}

/* Room for an event, in a new packet if this one is full, or if the lowest bits of the time would not tell how much later it is. */
static inline uint8_t *find_room(ctf_stream *s, size_t room, int64_t time, rocpd_error *err) {
  if (s->packet.used && s->packet.used + room <= PACKET && time - s->last <= UINT32_MAX) return s->packet.bytes + s->packet.used;
  if (end_packet(s, err)) return NULL;
  size_t all = s->head_size + room;
  uint8_t *p = rocpd_buffer_reserve(&s->packet, all > PACKET ? all : PACKET, err);
  if (!p) return NULL;
  memcpy(p, s->head, s->head_size);
  rocpd_buffer_commit(&s->packet, p + s->head_size);
  s->first = time;
  return p + s->head_size;
}

int ctf_stream_event(ctf_stream *s, int id, int64_t time, const uint8_t *bytes, const ctf_payload *payload, int64_t duration, rocpd_error *err) {
  enum { HEAD = 5 };
  uint8_t *p = find_room(s, HEAD + payload->size + CTF_STEP, time, err);
  if (!p) return err->rc;
  *p = (uint8_t)id;
  memcpy(p + 1, &time, 4);
  p += HEAD;
  ctf_copy(p, bytes + payload->offset, payload->size);
  ctf_put_integer(p, payload->width, duration);
  rocpd_buffer_commit(&s->packet, p + payload->size);
  s->last = time;
  return SQLITE_OK;
}

/* ---- streams ---- */

/* "HIP_RUNTIME_API_EXT-thread_4255-17": the number makes it the only one of this name. */
static char *file_name(const char *category, const char *channel, uint32_t number) {
  char safe[FILE_NAME + 1];
  int n = 0;
  for (; category[n] && n < FILE_NAME; n++) {
    unsigned char c = (unsigned char)category[n] | 32;
    bool plain = (c >= 'a' && c <= 'z') || (category[n] >= '0' && category[n] <= '9');
    safe[n] = plain ? category[n] : '_';
  }
  safe[n] = 0;
  return sqlite3_mprintf("%s-%s-%u", n ? safe : "none", channel, number);
}

/* "-" where there is none. */
static int put_head_text(ctf_stream *s, const char *text, rocpd_error *err) {
  if (!text || !*text) text = "-";
  size_t size = strlen(text) + 1;
  if (rocpd_array_reserve(&s->head, &s->head_capacity, s->head_size + size, 1)) return rocpd_no_memory(err);
  memcpy(s->head + s->head_size, text, size);
  s->head_size += size;
  return SQLITE_OK;
}

static int put_head_id(rocpd_writer *w, ctf_stream *s, int64_t id, rocpd_error *err) {
  ctf_texts *t = &((ctf_writer *)w->state)->texts;
  ctf_text text;
  int rc = ctf_find_text(t, w->x->session, id, &text, err);
  return rc ? rc : put_head_text(s, t->pool + text.offset, err);
}

/* As ctf_heads has them. */
static int put_head_texts(rocpd_writer *w, ctf_stream *s, const rocpd_track *t, int64_t category, const char *channel, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  char *process = rocpd_process_text(&l->process[t->process]);
  int rc = process ? put_head_id(w, s, l->process[t->process].guid, err) : rocpd_no_memory(err);
  if (!rc) rc = put_head_id(w, s, category, err);
  if (!rc) rc = put_head_text(s, channel, err);
  if (!rc) rc = put_head_text(s, process, err);
  if (!rc) rc = put_head_text(s, t->group == ROCPD_NO_GROUP ? NULL : l->group[t->group].name, err);
  sqlite3_free(process);
  return rc;
}

int ctf_stream_open(rocpd_writer *w, ctf_stream *s, const rocpd_track *t, const rocpd_item *it, rocpd_error *err) {
  ctf_shared *shared = ctf_shared_of(w->x);
  const ctf_batch *b = &shared->batch[it->batch];
  int64_t category = rocpd_column_at(b->category, it->row);
  uint32_t number = rocpd_lane_number(w), class;
  ctf_channel c = ctf_channel_of(b, it->row);
  char channel[CTF_CHANNEL_NAME];
  ctf_channel_name(b->kind, &c, channel);
  int rc = ctf_find_class(w->x, shared, b, category, &class, err);
  if (!rc && rocpd_array_reserve(&s->head, &s->head_capacity, AT_TEXTS, 1)) rc = rocpd_no_memory(err);
  if (rc) return rc;
  s->packet.used = s->packets = 0;
  memset(s->head, 0, AT_TEXTS);
  memcpy(s->head, &(uint32_t){0xc1fc1fc1}, 4);
  memcpy(s->head + 4, shared->uuid, 16);
  memcpy(s->head + 20, &class, 4);
  put64(s->head + 24, number);
  s->head_size = AT_TEXTS;
  rc = put_head_texts(w, s, t, category, channel, err);
  const char *text = category == ROCPD_NULL ? "" : rocpd_string(w->x->session, category, NULL);
  char *name = file_name(text, channel, number);
  if (!rc) rc = name ? rocpd_folder_file(&w->x->folder, &w->x->progress, name, &s->file, err) : rocpd_no_memory(err);
  sqlite3_free(name);
  s->packet.file = &s->file;
  return rc;
}

int ctf_stream_finish(ctf_stream *s, rocpd_error *err) {
  int rc = end_packet(s, err);
  if (!rc) rc = rocpd_output_finish(&s->file, err);
  rocpd_output_close(&s->file);
  return rc;
}

void ctf_stream_free(ctf_stream *s) {
  rocpd_output_close(&s->file);
  sqlite3_free(s->packet.bytes);
  sqlite3_free(s->head);
}
