/* Streams: files of packets of limited size, each with its times in its header; see ctf.h. */
#include "ctf.h"

enum { PACKET = 256 << 10, FILE_NAME = 80 };
/* Offsets in a packet's header of values that are known only at its end. */
enum { AT_SIZES = 4 + 16 + 4 + 8, AT_TIMES = AT_SIZES + 16, AT_NUMBER = AT_TIMES + 16, AT_DISCARDED = AT_NUMBER + 8, AT_TEXTS = AT_DISCARDED + 8 };

/* ---- packets ---- */

static void put64(uint8_t *p, uint64_t v) { memcpy(p, &v, 8); /* little-endian, as all machines with AMD GPUs */ }

static int end_packet(rocpd_ctf_stream *s, rocpd_error *err) {
  if (!s->packet.used) return SQLITE_OK;
  uint8_t *p = s->packet.bytes;
  put64(p + AT_SIZES, s->packet.used * 8), put64(p + AT_SIZES + 8, s->packet.used * 8);
  put64(p + AT_TIMES, (uint64_t)s->first), put64(p + AT_TIMES + 8, (uint64_t)s->last);
  put64(p + AT_NUMBER, s->packets++), put64(p + AT_DISCARDED, s->discarded);
  return rocpd_buffer_flush(&s->packet, err);
}

static int begin_packet(rocpd_ctf_stream *s, size_t room, int64_t time, rocpd_error *err) {
  int rc = end_packet(s, err);
  if (rc) return rc;
  size_t all = s->head_size + room;
  uint8_t *p = rocpd_buffer_reserve(&s->packet, all > PACKET ? all : PACKET, err);
  if (!p) return err->rc;
  memcpy(p, s->head, s->head_size);
  rocpd_buffer_commit(&s->packet, p + s->head_size);
  s->first = s->last = time;
  return SQLITE_OK;
}

/* Makes room for an event. It begins a new packet if this one is full, or if the lowest bits of the time would be ambiguous. */
static inline uint8_t *find_room(rocpd_ctf_stream *s, size_t room, int64_t time, rocpd_error *err) {
  bool goes_on = s->packet.used && s->packet.used + room <= PACKET && time - s->last <= UINT32_MAX;
  return !goes_on && begin_packet(s, room, time, err) ? NULL : s->packet.bytes + s->packet.used;
}

int rocpd_ctf_stream_event(rocpd_ctf_stream *s, int id, int64_t time, const uint8_t *bytes, const rocpd_ctf_payload *payload, int64_t duration,
                           rocpd_error *err) {
  enum { HEAD = 5 };
  uint8_t *p = find_room(s, HEAD + payload->size + CTF_STEP, time, err);
  if (!p) return err->rc;
  *p = (uint8_t)id;
  memcpy(p + 1, &time, 4);
  p += HEAD;
  rocpd_ctf_copy(p, bytes + payload->offset, payload->size);
  ctf_put_integer(p, payload->width, duration);
  rocpd_buffer_commit(&s->packet, p + payload->size);
  s->last = time;
  return SQLITE_OK;
}

/* ---- streams ---- */

/* Makes a file name, as HIP_RUNTIME_API_EXT-thread_4255-17; the number makes it unique. */
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

static int make_head(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_ctf_owner *o, uint32_t class, uint32_t number, rocpd_error *err) {
  char *text[CTF_HEADS];
  int rc = rocpd_ctf_make_heads(w->x, o, text, err);
  size_t size = AT_TEXTS;
  for (int i = 0; !rc && i < CTF_HEADS; i++) size += strlen(text[i]) + 1;
  if (!rc && rocpd_array_reserve(&s->head, &s->head_capacity, size, 1)) rc = rocpd_no_memory(err);
  if (!rc) {
    uint8_t *p = s->head;
    memset(p, 0, AT_TEXTS);
    memcpy(p, &(uint32_t){0xc1fc1fc1}, 4);
    memcpy(p + 4, rocpd_ctf_shared_of(w->x)->uuid, 16);
    memcpy(p + 20, &class, 4);
    put64(p + 24, number);
    p += AT_TEXTS;
    for (int i = 0; i < CTF_HEADS; i++) p = (uint8_t *)stpcpy((char *)p, text[i]) + 1;
    s->head_size = size;
  }
  rocpd_ctf_free_heads(text);
  return rc;
}

static int open_stream(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_ctf_owner *o, uint32_t clock, rocpd_error *err) {
  uint32_t number = rocpd_lane_number(w), class;
  char channel[CTF_CHANNEL_NAME];
  rocpd_ctf_channel_name(o->kind, &o->channel, channel);
  s->packet.used = s->packets = s->discarded = 0;
  int rc = rocpd_ctf_find_class(w->x, rocpd_ctf_shared_of(w->x), o->kind, clock, o->category, &class, err);
  if (!rc) rc = make_head(w, s, o, class, number, err);
  const char *text = o->category == ROCPD_NULL ? "" : rocpd_string(w->x->session, o->category, NULL);
  char *name = file_name(text, channel, number);
  if (!rc) rc = name ? rocpd_folder_file(&w->x->folder, &w->x->progress, name, &s->file, err) : rocpd_no_memory(err);
  sqlite3_free(name);
  s->packet.file = &s->file;
  return rc;
}

int rocpd_ctf_stream_open(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_track *t, const rocpd_item *it, rocpd_error *err) {
  const rocpd_ctf_batch *b = &rocpd_ctf_shared_of(w->x)->batch[it->batch];
  const rocpd_ctf_owner o = {t, NULL, b->kind, rocpd_column_at(b->category, it->row), rocpd_ctf_channel_of(b, it->row)};
  return open_stream(w, s, &o, b->clock, err);
}

/* Readers take the difference between the counts of two packets as the number of events lost between their ends. So a first packet, for which they have no
** difference, counts 0. */
int rocpd_ctf_stream_loss(rocpd_writer *w, rocpd_ctf_stream *s, const rocpd_ctf_loss *loss, rocpd_error *err) {
  const int64_t base = rocpd_ctf_shared_of(w->x)->base;
  const rocpd_ctf_owner o = rocpd_ctf_owner_of_loss(loss);
  int rc = open_stream(w, s, &o, loss->clock, err);
  if (!rc) rc = begin_packet(s, 0, loss->first - base, err);
  if (!rc) rc = begin_packet(s, 0, loss->first - base, err);
  s->last = loss->last - base, s->discarded = loss->rows;
  return rc ? rc : rocpd_ctf_stream_finish(s, err);
}

int rocpd_ctf_stream_finish(rocpd_ctf_stream *s, rocpd_error *err) {
  int rc = end_packet(s, err);
  if (!rc) rc = rocpd_output_finish(&s->file, err);
  rocpd_output_close(&s->file);
  return rc;
}

void rocpd_ctf_stream_free(rocpd_ctf_stream *s) {
  rocpd_output_close(&s->file);
  sqlite3_free(s->packet.bytes);
  sqlite3_free(s->head);
}
