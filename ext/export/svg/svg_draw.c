/* Parts of all pictures: texts as valid XML, the beginning and end of a picture, times. See svg.h. */
#include "svg.h"
#include "escape.h"
#include "export.h"
#include <stdarg.h>

extern const struct rocpd_script { const char *name, *text; } rocpd_scripts[]; /* the last one has no name */

enum { MOST_TEXT = 400 }; /* bytes; tooltips wrap it to a few lines */

int rocpd_svg_print(rocpd_writer *w, rocpd_error *err, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = sqlite3_vmprintf(format, args);
  va_end(args);
  int rc = text ? rocpd_buffer_add(&w->out, (uint8_t *)text, strlen(text), err) : rocpd_no_memory(err);
  sqlite3_free(text);
  return rc;
}

/* The replacement for a byte of valid UTF-8; NULL: the byte itself. */
static const char *entity(uint8_t c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return c < 0x20 || c == 0x7f ? " " : NULL; /* XML does not allow control characters */
  }
}

/* U+FFFE and U+FFFF are not characters, and XML does not allow them. */
static bool is_no_character(const char *p) { return (uint8_t)p[0] == 0xef && (uint8_t)p[1] == 0xbf && (uint8_t)p[2] >= 0xbe; }

char *rocpd_svg_text(const char *text, size_t size, bool *cut) {
  *cut = size > MOST_TEXT;
  if (*cut)
    for (size = MOST_TEXT; size > MOST_TEXT - 4 && ((uint8_t)text[size] & 0xc0) == 0x80;) size--;
  char *clean = sqlite3_malloc64(3 * size + 4), *out = sqlite3_malloc64(18 * size + 8), *to = out;
  if (clean && out) {
    *rocpd_utf8_clean(clean, text, size) = 0;
    for (char *p = clean; *p; p++) {
      if (is_no_character(p)) p[2] = (char)0xbd;
      const char *is = entity((uint8_t)*p);
      size_t n = is ? strlen(is) : 1;
      memcpy(to, is ? is : p, n), to += n;
    }
    strcpy(to, *cut ? "…" : "");
  } else {
    sqlite3_free(out), out = NULL;
  }
  sqlite3_free(clean);
  return out;
}

/* Colours are distinguishable for colour-blind people, and in the dark scheme. */
int rocpd_svg_begin(rocpd_writer *w, uint64_t height, const char *heading, rocpd_error *err) {
  return rocpd_svg_print(
    w, err,
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%%\" height=\"%llu\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>%s</title>\n"
    "<style>\n.back{fill:#fff}.on{fill:#222}.line{stroke:#888;stroke-width:1}.grid{stroke:#888;stroke-opacity:.35;stroke-width:1}.kernel{fill:#2f7ed8}.copy{fill:#e69f00}.hit,.narrow{display:none}\n"
    ".part .hit{display:inline;fill:#888;fill-opacity:0}.part:hover .hit{fill-opacity:.3}.part:hover .bar{stroke:#888;stroke-width:2}\n"
    ".frame rect{stroke:#fff;stroke-width:.4}.frame text{fill:#111;pointer-events:none}.frame:hover rect,.frame:focus rect{stroke:#111;stroke-width:1.5}.frame{cursor:pointer;outline:none}\n"
    ".above{opacity:.55}.found rect{fill:#c03bd1}.found text{fill:#fff}\n"
    "@media (prefers-color-scheme:dark){.back{fill:#1c1c1e}.on{fill:#eee}.kernel{fill:#5aa2f0}.copy{fill:#f5bd3d}.frame rect{stroke:#1c1c1e}.frame:hover rect,.frame:focus rect{stroke:#fff}}\n"
    "</style>\n<rect class=\"back\" width=\"100%%\" height=\"100%%\"/>\n<text class=\"on\" x=\"6\" y=\"18\" font-size=\"14\">%s</text>\n",
    height, heading, heading);
}

static int write_script(rocpd_writer *w, const char *name, rocpd_error *err) {
  const struct rocpd_script *s = rocpd_scripts;
  while (s->name && strcmp(s->name, name)) s++;
  return rocpd_svg_print(w, err, "<script><![CDATA[\n%s]]></script>\n", s->text);
}

int rocpd_svg_end(rocpd_writer *w, const char *script, rocpd_error *err) {
  int rc = script ? write_script(w, script, err) : SQLITE_OK;
  return rc ? rc : rocpd_svg_print(w, err, "</svg>\n");
}

void rocpd_svg_time(double ns, char *out) {
  static const struct { double ns; const char *name; } unit[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};
  size_t i = 0;
  while (i < 3 && ns < unit[i].ns) i++;
  if (i < 3) sqlite3_snprintf(ROCPD_SVG_TIME, out, "%.3f %s", ns / unit[i].ns, unit[i].name);
  else sqlite3_snprintf(ROCPD_SVG_TIME, out, "%.0f ns", ns);
}
