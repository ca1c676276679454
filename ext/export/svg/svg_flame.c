/* A flame graph: the width of a box is the time of a stack; callees are below their callers. */
#include "export.h"
#include "svg.h"
#include "stacks.h"
#include "sum.h"

/* Limits as fractions of the width: boxes below 1/20000 are left out, boxes below 1/2000 are only shown when an enclosing one is zoomed in, boxes below
** 1/250 have no name. */
enum { ROW = 18, TOP = 30, BELOW = 26, NARROWEST = 20000, NARROW = 2000, NAMED = 250 };

typedef struct flame {
  rocpd_writer *w;
  rocpd_stacks stacks;
  int64_t *at;   /* [frames] begin of each, in ns from the left */
  int64_t *used; /* how much of the frame is taken by frames below it */
  int64_t all;
  uint64_t left_out;
  uint32_t depth;
} flame;

static bool is_wide(const flame *f, int64_t ns, int64_t part) { return (double)ns * (double)part >= (double)f->all && ns > 0; }

/* Finds the places of boxes, and the maximum depth. */
static int place_frames(flame *f, rocpd_error *err) {
  uint32_t n = f->stacks.n;
  f->at = rocpd_zeroed(((uint64_t)n + 1) * 2 * sizeof *f->at), f->used = f->at + n;
  if (!f->at) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < n; i++) {
    const rocpd_frame *x = &f->stacks.frame[i];
    bool root = x->parent == ROCPD_NO_FRAME;
    int64_t *taken = root ? &f->all : &f->used[x->parent];
    f->at[i] = rocpd_add(root ? 0 : f->at[x->parent], *taken);
    *taken = rocpd_add(*taken, x->all);
  }
  for (uint32_t i = 0; i < n; i++) {
    const rocpd_frame *x = &f->stacks.frame[i];
    bool wide = is_wide(f, x->all, NARROWEST);
    f->left_out += !wide && x->all > 0;
    if (wide && x->depth >= f->depth) f->depth = x->depth + 1;
  }
  return SQLITE_OK;
}

/* The same name has the same colour everywhere. */
static unsigned hue_of(const char *name) {
  unsigned hash = 5381;
  for (; *name; name++) hash = hash * 33 ^ (uint8_t)*name;
  return hash % 60;
}

/* "1.500 ms, 20.00 % (500 ns itself; 1500000 ns)", or "3 calls, 20.00 % (1 itself)". */
static void put_figures(const flame *f, const rocpd_frame *x, char *out, int size) {
  char all[ROCPD_SVG_TIME], own[ROCPD_SVG_TIME];
  double share = 100 * (double)x->all / (double)f->all;
  int value = f->w->x->option.value;
  rocpd_svg_time((double)x->all, all), rocpd_svg_time((double)x->own, own);
  if (rocpd_stacks_are_times(value)) sqlite3_snprintf(size, out, "%s, %.2f %% (%s itself; %lld ns)", all, share, own, x->all);
  else sqlite3_snprintf(size, out, "%lld %s, %.2f %% (%lld itself)", x->all, value == ROCPD_VALUE_CALLS ? "calls" : "samples", share, x->own);
  if (!f->w->x->option.before) return;
  char before[ROCPD_SVG_TIME];
  size_t n = strlen(out);
  rocpd_svg_time((double)x->all_before, before);
  sqlite3_snprintf(size - (int)n, out + n, "; before %s", before);
}

/* A difference between two runs: red where this one took longer, blue where it took less; the more it is of the whole, the stronger. */
static void put_colour(const flame *f, const rocpd_frame *x, const char *name, char *out, int size) {
  if (!f->w->x->option.before) {
    sqlite3_snprintf(size, out, "hsl(%u,%d%%,70%%)", hue_of(name), x->depth < 2 ? 12 : 85);
    return;
  }
  double part = ((double)x->all - (double)x->all_before) / (double)f->all, strength = part < 0 ? -part : part;
  int light = (int)(96 - 46 * (strength < .25 ? strength * 4 : 1));
  sqlite3_snprintf(size, out, "hsl(%d,%d%%,%d%%)", part < 0 ? 215 : 5, strength > 0 ? 85 : 0, light);
}

static int write_frame(flame *f, uint32_t i, rocpd_error *err) {
  const rocpd_frame *x = &f->stacks.frame[i];
  int64_t size = 0;
  bool cut, named = is_wide(f, x->all, NAMED);
  char figures[240], colour[40];
  const char *name = x->name == ROCPD_NULL ? "" : rocpd_string(f->w->x->session, x->name, &size);
  char *text = rocpd_svg_text(size ? name : "(no name)", size ? (size_t)size : 9, &cut);
  if (!text) return rocpd_no_memory(err);
  double scale = 100 / (double)f->all;
  put_figures(f, x, figures, sizeof figures);
  put_colour(f, x, name, colour, sizeof colour);
  int rc = rocpd_svg_print(
    f->w, err,
    "<g class=\"frame%s\" data-depth=\"%u\" data-at=\"%lld\" data-value=\"%lld\"><title>%s\n%s</title><svg x=\"%.4f%%\" y=\"%u\" width=\"%.4f%%\" height=\"%d\">"
    "<rect width=\"100%%\" height=\"%d\" fill=\"%s\"/>%s%s%s</svg></g>\n",
    is_wide(f, x->all, NARROW) ? "" : " narrow", x->depth, f->at[i], x->all, text, figures, scale * (double)f->at[i], TOP + x->depth * ROW,
    scale * (double)x->all, ROW, ROW - 1, colour, named ? "<text x=\"3\" y=\"13\">" : "", named ? text : "", named ? "</text>" : "");
  sqlite3_free(text);
  if (!rc && cut) rc = rocpd_export_warn(f->w->x, err, "names of more than 400 bytes are cut");
  return rc;
}

static char *make_heading(const flame *f) {
  static const char *const what[] = {[ROCPD_VALUE_HOST] = "Time in calls", [ROCPD_VALUE_GPU] = "GPU time by what launched it",
    [ROCPD_VALUE_CALLS] = "Calls by where they are made",
                                     [ROCPD_VALUE_SAMPLES] = "Sampled call stacks",
                                     [ROCPD_VALUE_AGENT] = "GPU time by where it ran", [ROCPD_VALUE_WALL] = "Time of threads by sampled stacks",
                                     [ROCPD_VALUE_RUNNING] = "CPU time by sampled stacks", [ROCPD_VALUE_RUNNABLE] = "Waiting for a CPU by sampled stacks",
                                     [ROCPD_VALUE_BLOCKED] = "Time of being blocked by sampled stacks",
                                     [ROCPD_VALUE_IDLE] = "Time in which GPUs waited for the host, by its sampled stacks"};
  int value = f->w->x->option.value;
  char time[ROCPD_SVG_TIME];
  if (f->all <= 0) return sqlite3_mprintf("%s: none", what[value]);
  rocpd_svg_time((double)f->all, time);
  return rocpd_stacks_are_times(value) ? sqlite3_mprintf("%s: %s", what[value], time) : sqlite3_mprintf("%s: %lld", what[value], f->all);
}

static int write_frames(flame *f, rocpd_error *err) {
  char *heading = make_heading(f);
  uint64_t bottom = TOP + (uint64_t)f->depth * ROW;
  int rc = heading ? rocpd_svg_begin(f->w, bottom + BELOW, heading, err) : rocpd_no_memory(err);
  sqlite3_free(heading);
  if (!rc)
    rc = rocpd_svg_print(f->w, err, "<text id=\"details\" class=\"on\" x=\"6\" y=\"%llu\"></text>\n<g id=\"frames\" data-all=\"%lld\">\n", bottom + 18, f->all);
  for (uint32_t i = 0; !rc && i < f->stacks.n; i++) {
    if (is_wide(f, f->stacks.frame[i].all, NARROWEST)) rc = write_frame(f, i, err);
    if (!rc) rc = rocpd_writer_poll(f->w, 0, err);
  }
  if (!rc && f->left_out)
    rc = rocpd_export_warn(f->w->x, err, "boxes narrower than a %dth of the picture are not shown (%llu): rocpd_export_folded() has them all", NARROWEST,
                           (unsigned long long)f->left_out);
  if (!rc) rc = rocpd_svg_print(f->w, err, "</g>\n");
  return rc ? rc : rocpd_svg_end(f->w, f->all > 0 ? "svg_flame.js" : NULL, err);
}

int rocpd_svg_flame(rocpd_writer *w, rocpd_error *err) {
  flame f = {.w = w};
  int rc = rocpd_stacks_make(w, &f.stacks, err);
  if (!rc) rc = place_frames(&f, err);
  if (!rc) rc = write_frames(&f, err);
  sqlite3_free(f.at);
  rocpd_stacks_free(&f.stacks);
  return rc;
}
