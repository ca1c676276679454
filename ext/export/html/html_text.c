/* Texts of a report, as JSON has them. */
#include "html.h"
#include "escape.h"

/* At most `most` bytes of a text from `at` on, not cut within a character. */
static size_t piece_of(const char *at, size_t size, size_t most) {
  if (size <= most) return size;
  size_t n = most;
  while (n > most - 3 && ((uint8_t)at[n] & 0xc0) == 0x80) n--;
  return n;
}

void rocpd_html_json_text(sqlite3_str *out, const char *text, size_t size) {
  enum { PIECE = 512 };
  char escaped[PIECE * 6];
  if (!text) return sqlite3_str_appendall(out, "null");
  sqlite3_str_appendchar(out, 1, '"');
  for (size_t at = 0, n; at < size; at += n) {
    n = piece_of(text + at, size - at, PIECE);
    sqlite3_str_append(out, escaped, (int)(rocpd_json_escape(escaped, text + at, n) - escaped));
  }
  sqlite3_str_appendchar(out, 1, '"');
}
