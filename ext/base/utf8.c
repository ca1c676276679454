/* See utf8.h. */
#include "utf8.h"

size_t rocpd_utf8_size(const uint8_t *s, size_t n) {
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
