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

static char *put_replacement(char *out) {
  memcpy(out, "\xef\xbf\xbd", 3);
  return out + 3;
}

char *rocpd_utf8_clean(char *out, const char *text, size_t size) {
  const uint8_t *s = (const uint8_t *)text;
  for (size_t i = 0; i < size;) {
    size_t n = sequence_size(s + i, size - i);
    if (!n) {
      out = put_replacement(out);
      i++;
      continue;
    }
    memcpy(out, s + i, n);
    out += n;
    i += n;
  }
  return out;
}

char *rocpd_json_escape(char *out, const char *text, size_t size) {
  static const char hex[] = "0123456789abcdef";
  const uint8_t *s = (const uint8_t *)text;
  for (size_t i = 0; i < size;) {
    size_t n = sequence_size(s + i, size - i);
    if (!n) {
      out = put_replacement(out);
      i++;
    } else if (n > 1) {
      memcpy(out, s + i, n);
      out += n;
      i += n;
    } else {
      uint8_t c = s[i++];
      if (c == '"' || c == '\\') {
        *out++ = '\\';
        *out++ = (char)c;
      } else if (c < 0x20 || c == 0x7f) {
        memcpy(out, "\\u00", 4);
        out[4] = hex[c >> 4];
        out[5] = hex[c & 15];
        out += 6;
      } else {
        *out++ = (char)c;
      }
    }
  }
  return out;
}
