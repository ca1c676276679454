/* Prints the findings of rocpd-doctor, as lines or as JSON. */
#include "doctor.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The number of bytes of the UTF-8 character that begins here. 0: none does. (Overlong forms and surrogates count as characters.) */
static size_t character_bytes(const unsigned char *c) {
  size_t n = *c < 0x80 ? 1 : *c >= 0xc2 && *c < 0xe0 ? 2 : *c >= 0xe0 && *c < 0xf0 ? 3 : *c >= 0xf0 && *c < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return n;
}

/* Bytes that are not UTF-8 become U+FFFD: paths may contain any byte. */
static void json_text(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    size_t n = character_bytes(c);
    if (!n)
      fputs("\\ufffd", stdout);
    else if (*c == '"' || *c == '\\')
      printf("\\%c", *c);
    else
      fwrite(c, 1, n, stdout);
    c += n ? n : 1;
  }
  putchar('"');
}

void collect_part_begin(collect_diagnosis *d, const char *title) {
  if (d->json) {
    printf("%s{\"part\":", d->lines < 0 ? "{\"parts\":[" : "]},");
    json_text(title);
    fputs(",\"found\":[", stdout);
  } else {
    printf("%s%s\n", d->lines < 0 ? "" : "\n", title);
  }
  d->lines = 0;
}

/* Keeps control characters from the terminal: a path or a file's text may contain any. */
static void controls_hide(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f)
      *text = '?';
}

void collect_found(collect_diagnosis *d, enum collect_found kind, const char *advice, const char *format, ...) {
  static const char *const words[] = {"ok", "note", "FAIL"}, *const kinds[] = {"ok", "note", "failure"};
  collect_text_buffer b = {0};
  char part[4096];
  va_list args;
  va_start(args, format);
  vsnprintf(part, sizeof part, format, args);
  va_end(args);
  collect_add(&b, "%s", part);
  controls_hide(b.text);
  d->troubles += kind == COLLECT_TROUBLE;
  if (d->json) {
    printf("%s{\"kind\":\"%s\",\"text\":", d->lines++ ? "," : "", kinds[kind]);
    json_text(b.text);
    fputs(",\"advice\":", stdout);
    if (advice)
      json_text(advice);
    else
      fputs("null", stdout);
    putchar('}');
  } else {
    printf("  %-5s %s\n", words[kind], b.text);
    if (advice)
      printf("        -> %s\n", advice);
    d->lines++;
  }
  free(b.text);
}

void collect_diagnosis_end(const collect_diagnosis *d) {
  if (d->json)
    printf("]}],\"failures\":%d}\n", d->troubles);
  else if (!d->troubles)
    puts("\nNothing stands in the way of a recording.");
  else if (d->troubles == 1)
    puts("\n1 thing stands in the way of a recording: see FAIL.");
  else
    printf("\n%d things stand in the way of a recording: see FAIL.\n", d->troubles);
}
