/* Makes text of any origin valid: as UTF-8, and as the inside of a JSON string. */
#include "escape.h"
#include "utf8.h"
#include <string.h>

/* Copies the first character of n bytes; a byte that begins none becomes U+FFFD. *used: bytes read. */
static char *put_sequence(char *out, const uint8_t *s, size_t n, size_t *used) {
  size_t size = rocpd_utf8_size(s, n);
  *used = size ? size : 1;
  if (!size) s = (const uint8_t *)"\xef\xbf\xbd", size = 3;
  memcpy(out, s, size);
  return out + size;
}

char *rocpd_utf8_clean(char *out, const char *text, size_t size) {
  for (size_t i = 0, used; i < size; i += used) {
    uint64_t eight = UINT64_MAX;
    if (size - i >= sizeof eight) memcpy(&eight, text + i, sizeof eight);
    if (eight & 0x8080808080808080u) {
      out = put_sequence(out, (const uint8_t *)text + i, size - i, &used);
      continue;
    }
    memcpy(out, &eight, sizeof eight);
    out += used = sizeof eight;
  }
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
