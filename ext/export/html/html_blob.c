/* Blobs: compressed, and written as text that a browser keeps as it is. */
#include "html.h"

static void make_characters(rocpd_html_character *of) {
  for (int i = 0; i < 128; i++) {
    bool plain = i && i != '\r' && i != '<' && i != 127;
    of[i] = plain ? (rocpd_html_character){{(char)i, 0}, 1} : (rocpd_html_character){{127, (char)(i ^ 64)}, 2};
  }
}

void rocpd_html_packer_free(rocpd_html_packer *p) {
  rocpd_html_deflater_free(&p->deflater);
  rocpd_html_bytes_free(&p->packed);
}

static int pack(rocpd_html_packer *p, const rocpd_html_bytes *bytes, rocpd_error *err) {
  if (bytes->n > UINT32_MAX / 2) return rocpd_fail(err, SQLITE_TOOBIG, "%zu bytes of one page are more than a browser reads", bytes->n);
  if (!p->character[1].size) make_characters(p->character);
  int rc = rocpd_html_deflate(&p->deflater, bytes->byte, bytes->n, &p->packed);
  return rc == SQLITE_INTERNAL ? rocpd_fail(err, rc, "%zu bytes cannot be compressed", bytes->n) : rocpd_fail_code(err, rc);
}

static inline char *put_character(char *p, const rocpd_html_character *c) {
  memcpy(p, c->text, 2);
  return p + c->size;
}

static char *put_text(char *p, const rocpd_html_character *of, const uint8_t *byte, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 7) {
    uint64_t word;
    memcpy(&word, byte + i, 8);
    for (int k = 0; k < 56; k += 7) p = put_character(p, &of[word >> k & 127]);
  }
  unsigned rest = 0, bits = 0;
  for (; i < n; i++) {
    rest |= (unsigned)byte[i] << bits, bits += 8;
    for (; bits >= 7; bits -= 7, rest >>= 7) p = put_character(p, &of[rest & 127]);
  }
  return bits ? put_character(p, &of[rest]) : p;
}

int rocpd_html_named_blob(rocpd_writer *w, const char *id, rocpd_html_bytes *bytes, rocpd_error *err) {
  rocpd_html_packer *packer = &((rocpd_html *)w->state)->packer;
  int rc = pack(packer, bytes, err);
  bytes->n = 0;
  if (rc) return rc;
  char *p = (char *)rocpd_buffer_reserve(&w->out, (packer->packed.n + 7) / 7 * 16 + 128, err);
  if (!p) return err->rc;
  sqlite3_snprintf(100, p, "<script type=\"text/plain\" id=\"%s\">", id);
  p = put_text(p + strlen(p), packer->character, packer->packed.byte, packer->packed.n);
  static const char end[] = "</script>\n";
  memcpy(p, end, sizeof end - 1);
  rocpd_buffer_commit(&w->out, (uint8_t *)p + sizeof end - 1);
  return SQLITE_OK;
}

int rocpd_html_blob(rocpd_writer *w, rocpd_html_bytes *bytes, int64_t *number, rocpd_error *err) {
  char id[32];
  *number = __atomic_fetch_add(&rocpd_html_shared(w->x)->blobs, 1, __ATOMIC_RELAXED);
  return rocpd_html_named_blob(w, sqlite3_snprintf(sizeof id, id, "b%lld", *number), bytes, err);
}
