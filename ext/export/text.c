/* Text of foreign origin made valid: UTF-8, and the inside of JSON strings. */
#include "export.h"

/* Length of the valid UTF-8 sequence at s (n bytes are there), 0 if it is none:
** no overlong forms, surrogates, or values beyond U+10FFFF. */
static size_t sequence_size(const uint8_t *s, size_t n) {
  if (s[0] < 0x80) return 1;
  size_t size = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
  if (s[0] < 0xc2 || s[0] > 0xf4 || n < size) return 0;
  uint8_t low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
  uint8_t high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
  if (s[1] < low || s[1] > high) return 0;
  for (size_t i = 2; i < size; i++)
    if (s[i] < 0x80 || s[i] > 0xbf) return 0;
  return size;
}

/* Copies the sequence at the front of n bytes, or U+FFFD in place of a byte that
** begins none; *used: bytes taken. */
static char *put_sequence(char *out, const uint8_t *s, size_t n, size_t *used) {
  size_t size = sequence_size(s, n);
  *used = size ? size : 1;
  if (!size) s = (const uint8_t *)"\xef\xbf\xbd", size = 3;
  memcpy(out, s, size);
  return out + size;
}

char *rocpd_utf8_clean(char *out, const char *text, size_t size) {
  for (size_t i = 0, used; i < size; i += used) out = put_sequence(out, (const uint8_t *)text + i, size - i, &used);
  return out;
}

char *rocpd_json_escape(char *out, const char *text, size_t size) {
  static const char hex[] = "0123456789abcdef";
  for (size_t i = 0, used; i < size; i += used) {
    uint8_t c = (uint8_t)text[i];
    if (c == '"' || c == '\\') {
      *out++ = '\\';
      *out++ = (char)c;
      used = 1;
    } else if (c < 0x20 || c == 0x7f) {
      memcpy(out, "\\u00", 4);
      out[4] = hex[c >> 4];
      out[5] = hex[c & 15];
      out += 6;
      used = 1;
    } else {
      out = put_sequence(out, (const uint8_t *)text + i, size - i, &used);
    }
  }
  return out;
}
