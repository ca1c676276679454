/* Pictures of GPUs: how busy each agent was over time, and how many gaps of which length it had. Figures are those of the tables gpu_time and gap_histogram. */
#include "export.h"
#include "svg.h"
#include "timeline.h"

/* A panel for each agent: its label, below it a plot, and room for the axis left of it. */
enum { TOP = 34, PANEL = 112, LABEL = 14, ABOVE = 24, PLOT = 64, BELOW = 30, BUCKETS = 240, BOUNDS = 7 };
#define PLOT_LEFT 5.5  /* % of the width */
#define PLOT_WIDTH 93.5

/* The only option that can choose events in these pictures is `agents`. */
static int expect_no_choice(const rocpd_export *x, rocpd_error *err) {
  const rocpd_export_options *o = &x->option;
  bool others = o->names.n || o->categories.n || o->processes.n || o->ranks.n || o->min_duration_ns || rocpd_export_by_time(o) || rocpd_export_is_part(o);
  return others ? rocpd_fail(err, SQLITE_ERROR, "pictures of GPUs show all their work: they take only the option agents; rocpd_window() selects the time") :
                  SQLITE_OK;
}

/* "agent 4 MI300X", with the file if there are several; NULL: out of memory. */
static char *label_of(const rocpd_export *x, const rocpd_timeline *l) {
  size_t sources;
  bool cut;
  rocpd_snapshot_sources(x->snapshot, &sources);
  const char *slash = strrchr(l->source->path, '/'), *file = slash ? slash + 1 : l->source->path;
  const char *type = l->agent_type == ROCPD_NULL ? "" : rocpd_string(x->session, l->agent_type, NULL),
             *name = l->name == ROCPD_NULL ? "" : rocpd_string(x->session, l->name, NULL);
  char *plain = l->agent == ROCPD_NULL ? sqlite3_mprintf("unknown agent%s%s", sources > 1 ? ", " : "", sources > 1 ? file : "") :
                                         sqlite3_mprintf("%s%sagent %lld%s%s%s%s", type, *type ? ", " : "", l->agent, *name ? " " : "", name,
                                                         sources > 1 ? ", " : "", sources > 1 ? file : "");
  char *text = plain ? rocpd_svg_text(plain, strlen(plain), &cut) : NULL;
  sqlite3_free(plain);
  return text;
}

static bool is_shown(const rocpd_export *x, const rocpd_timeline *l) { return l->intervals && rocpd_numbers_match(&x->option.agents, l->agent); }

static int begin_panels(rocpd_writer *w, const rocpd_timelines *t, const char *heading, rocpd_error *err) {
  uint64_t shown = 0;
  for (size_t i = 0; i < t->lines; i++) shown += is_shown(w->x, &t->line[i]);
  char *text = shown ? sqlite3_mprintf("%s", heading) : sqlite3_mprintf("%s: no agent did anything", heading);
  int rc = text ? rocpd_svg_begin(w, TOP + shown * PANEL + (shown ? BELOW : 0), text, err) : rocpd_no_memory(err);
  sqlite3_free(text);
  return rc;
}

/* A line across the plot, with its value at the left. */
static int write_level(rocpd_writer *w, uint64_t y, const char *class, const char *label, rocpd_error *err) {
  return rocpd_svg_print(w, err, "<line class=\"%s\" x1=\"%.1f%%\" x2=\"%.1f%%\" y1=\"%llu\" y2=\"%llu\"/><text class=\"on\" x=\"%.1f%%\" dx=\"-4\" "
                         "y=\"%llu\" text-anchor=\"end\" font-size=\"10\">%s</text>\n",
                         class, PLOT_LEFT, PLOT_LEFT + PLOT_WIDTH, y, y, PLOT_LEFT, y + 4, label);
}

/* The label of a panel, and the base line of its bars. */
static int begin_panel(rocpd_writer *w, const rocpd_timeline *l, uint64_t top, const char *more, rocpd_error *err) {
  char *label = label_of(w->x, l);
  int rc = label ? rocpd_svg_print(w, err, "<text class=\"on\" x=\"6\" y=\"%llu\">%s: %s</text>\n", top + LABEL, label, more) : rocpd_no_memory(err);
  sqlite3_free(label);
  if (!rc) rc = write_level(w, top + ABOVE + PLOT, "line", "0", err);
  rocpd_lane_number(w);
  return rc;
}

/* The meaning of the colours, in the line of the heading. */
static int write_legend(rocpd_writer *w, rocpd_error *err) {
  static const struct { const char *class, *text; int left; } entry[] = {{"kernel", "kernels", 230}, {"copy", "copies alone", 310}};
  int rc = SQLITE_OK;
  for (int i = 0; !rc && i < 2; i++)
    rc = rocpd_svg_print(w, err, "<rect class=\"%s\" x=\"%d\" y=\"9\" width=\"10\" height=\"10\"/><text class=\"on\" x=\"%d\" y=\"18\">%s</text>\n",
                         entry[i].class, entry[i].left, entry[i].left + 15, entry[i].text);
  return rc;
}

/* ---- utilisation */

/* A step: kernels, and above them copies while no kernel ran. Its figures are shown for the whole height. */
static int write_bucket(rocpd_writer *w, const rocpd_timeline *l, size_t i, int64_t start, int64_t end, rocpd_error *err) {
  const int64_t *ns = l->bucket[i].ns;
  double scale = end > start ? 100 / (double)(end - start) : 0, kernels = scale * (double)ns[ROCPD_U_KERNEL], all = scale * (double)ns[ROCPD_U_ALL];
  char from[ROCPD_SVG_TIME];
  rocpd_svg_time((double)start - (double)l->first, from);
  int rc = rocpd_svg_print(w, err, "<g class=\"part\"><title>%s%s after the agent's first activity: %lld to %lld ns\n%.1f %% busy (%lld ns; kernels %lld ns, "
                           "copies %lld ns)</title><rect class=\"hit\" x=\"%llu\" width=\"1\" height=\"100\"/>",
                           start < l->first ? "" : "+", from, start, end, all, ns[ROCPD_U_ALL], ns[ROCPD_U_KERNEL], ns[ROCPD_U_COPY], (uint64_t)i);
  if (!rc && ns[ROCPD_U_KERNEL])
    rc = rocpd_svg_print(w, err, "<rect class=\"kernel\" x=\"%llu\" y=\"%.2f\" width=\"1.02\" height=\"%.2f\"/>", (uint64_t)i, 100 - kernels, kernels);
  if (!rc && all > kernels)
    rc = rocpd_svg_print(w, err, "<rect class=\"copy\" x=\"%llu\" y=\"%.2f\" width=\"1.02\" height=\"%.2f\"/>", (uint64_t)i, 100 - all, all - kernels);
  return rc ? rc : rocpd_svg_print(w, err, "</g>\n");
}

static int write_buckets(rocpd_writer *w, const rocpd_timelines *t, const rocpd_timeline *l, int64_t width, int64_t last, uint64_t top, rocpd_error *err) {
  char share[96], time[ROCPD_SVG_TIME];
  int64_t busy = 0, span = last - t->base; /* relative to the time of the picture, whatever this timeline's own time */
  for (size_t i = 0; i < t->buckets && l->bucket; i++) busy += l->bucket[i].ns[ROCPD_U_ALL];
  rocpd_svg_time((double)span, time);
  sqlite3_snprintf(sizeof share, share, "busy %.1f %% of %s", span > 0 ? 100 * (double)busy / (double)span : 0, time);
  int rc = begin_panel(w, l, top, share, err);
  if (!rc) rc = write_level(w, top + ABOVE, "grid", "100", err);
  if (!rc) rc = write_level(w, top + ABOVE + PLOT / 2, "grid", "50", err);
  if (!rc)
    rc = rocpd_svg_print(w, err, "<svg x=\"%.1f%%\" y=\"%llu\" width=\"%.1f%%\" height=\"%d\" viewBox=\"0 0 %llu 100\" preserveAspectRatio=\"none\">\n",
                         PLOT_LEFT, top + ABOVE, PLOT_WIDTH, PLOT, (uint64_t)t->buckets);
  for (size_t i = 0; !rc && i < t->buckets && l->bucket; i++) {
    int64_t start = t->base + (int64_t)i * width;
    rc = write_bucket(w, l, i, start, last - start > width ? start + width : last, err);
  }
  return rc ? rc : rocpd_svg_print(w, err, "</svg>\n");
}

/* 1, 2 or 5 times a power of ten, so that between three and eight steps are in the span. */
static double step_of(double span) {
  double power = 1;
  while (power * 10 <= span / 8) power *= 10;
  double rest = span / 8 / power;
  return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}

/* A time after the first event, at y; most are whole: "20 ms". */
static int write_time(rocpd_writer *w, double ns, double x, uint64_t y, rocpd_error *err) {
  char time[ROCPD_SVG_TIME] = "0";
  if (ns > 0) rocpd_svg_time(ns, time);
  char *point = strstr(time, ".000");
  if (point) memmove(point, point + 4, strlen(point + 4) + 1);
  return rocpd_svg_print(w, err, "<text class=\"on\" x=\"%.3f%%\" y=\"%llu\" text-anchor=\"%s\" font-size=\"10\">%s</text>\n", x, y, x > 96 ? "end" : "middle",
                         time);
}

enum { FEW_PANELS = 4 }; /* more do not fit a screen, so times are also written above them */

/* Times below all panels; their lines go through the panels. */
static int write_axis(rocpd_writer *w, double span, uint64_t bottom, rocpd_error *err) {
  double step = span >= 8 ? step_of(span) : span;
  int rc = SQLITE_OK;
  for (int i = 0; !rc && step * i <= span * 1.0001; i++) {
    double x = PLOT_LEFT + PLOT_WIDTH * step * i / span;
    rc = rocpd_svg_print(w, err, "<line class=\"grid\" x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"%d\" y2=\"%llu\"/>\n", x, x, TOP + ABOVE, bottom + 4);
    if (!rc) rc = write_time(w, step * i, x, bottom + 16, err);
    if (!rc && bottom > TOP + FEW_PANELS * PANEL) rc = write_time(w, step * i, x, TOP - 2, err);
  }
  return rc;
}

/* First start and last end of all timelines. */
static bool find_span(const rocpd_timelines *t, int64_t *first, int64_t *last) {
  *first = INT64_MAX, *last = INT64_MIN;
  for (size_t i = 0; i < t->lines; i++) {
    const rocpd_timeline *l = &t->line[i];
    if (l->intervals && l->first < *first) *first = l->first;
    if (l->intervals && l->last > *last) *last = l->last;
  }
  return *first < *last;
}

static int write_utilisation(rocpd_writer *w, const rocpd_timelines *t, int64_t width, int64_t first, int64_t last, rocpd_error *err) {
  uint64_t top = TOP;
  int rc = begin_panels(w, t, "Utilisation of GPUs, % of time", err);
  if (!rc) rc = write_legend(w, err);
  for (size_t i = 0; !rc && i < t->lines; i++) {
    if (!is_shown(w->x, &t->line[i])) continue;
    rc = write_buckets(w, t, &t->line[i], width, last, top, err);
    top += PANEL;
    if (!rc) rc = rocpd_writer_poll(w, 0, err);
  }
  if (!rc && top > TOP && last > first) rc = write_axis(w, (double)last - (double)first, top - PANEL + ABOVE + PLOT, err);
  return rc ? rc : rocpd_svg_end(w, NULL, err);
}

int rocpd_svg_utilisation(rocpd_writer *w, rocpd_error *err) {
  rocpd_timeline_wish wish = {.level = ROCPD_LEVEL_DEVICE};
  rocpd_timelines t = {0};
  int64_t first, last;
  int rc = expect_no_choice(w->x, err);
  if (!rc) rc = rocpd_timelines_make(w->x->snapshot, &wish, &t, err);
  if (rc) return rc;
  if (find_span(&t, &first, &last)) {
    uint64_t span = (uint64_t)last - (uint64_t)first;
    wish.width_ns = (int64_t)((span + BUCKETS - 1) / BUCKETS);
    rocpd_timelines_drop(&t);
    rc = rocpd_timelines_make(w->x->snapshot, &wish, &t, err);
  }
  if (!rc) rc = write_utilisation(w, &t, wish.width_ns, first, last, err);
  rocpd_timelines_drop(&t);
  return rc;
}

/* ---- gaps */

static const int64_t bound[BOUNDS] = {10000, 20000, 50000, 100000, 1000000, 10000000, 100000000};
static const char *const bar_label[BOUNDS + 1] = {"&lt; 10 µs", "&lt; 20 µs", "&lt; 50 µs", "&lt; 100 µs", "&lt; 1 ms", "&lt; 10 ms", "&lt; 100 ms", "longer"};

static size_t bar_of(int64_t ns) {
  size_t i = 0;
  while (i < BOUNDS && ns >= bound[i]) i++;
  return i;
}

/* The height of a bar is the time in such gaps; the number above it is their count. */
static int write_bar(rocpd_writer *w, size_t i, uint64_t count, int64_t ns, int64_t most, int64_t idle, uint64_t top, rocpd_error *err) {
  double room = PLOT - 14, high = room * ((double)ns / (double)most), wide = PLOT_WIDTH / (BOUNDS + 1), left = PLOT_LEFT + wide * (double)i,
         share = idle ? 100 * (double)ns / (double)idle : 0;
  char time[ROCPD_SVG_TIME];
  rocpd_svg_time((double)ns, time);
  return rocpd_svg_print(w, err,
    "<g class=\"part\"><title>%s: %llu gaps, %lld ns idle (%s), %.1f %% of all</title><svg x=\"%.2f%%\" y=\"%llu\" width=\"%.2f%%\" height=\"%d\">"
    "<rect class=\"hit\" width=\"100%%\" height=\"%d\"/>"
    "<rect class=\"kernel bar\" x=\"8%%\" width=\"84%%\" y=\"%.2f\" height=\"%.2f\"/>"
    "<text class=\"on\" x=\"50%%\" y=\"%.2f\" text-anchor=\"middle\" font-size=\"10\">%llu</text><text class=\"on\" x=\"50%%\" y=\"%d\" "
    "text-anchor=\"middle\" font-size=\"10\">%s</text></svg></g>\n",
    bar_label[i], count, ns, time, share, left, top + ABOVE, wide, PLOT + 14, PLOT, PLOT - high, high, PLOT - high - 3, count, PLOT + 12, bar_label[i]);
}

static int write_bars(rocpd_writer *w, const rocpd_timeline *l, const uint64_t *count, const int64_t *ns, uint64_t top, rocpd_error *err) {
  char sum[96], time[ROCPD_SVG_TIME], highest[ROCPD_SVG_TIME];
  int64_t idle = 0, most = 0;
  uint64_t gaps = 0;
  for (size_t i = 0; i <= BOUNDS; i++) idle += ns[i], gaps += count[i], most = ns[i] > most ? ns[i] : most;
  rocpd_svg_time((double)idle, time);
  sqlite3_snprintf(sizeof sum, sum, "%llu gaps, %s%s", gaps, time, gaps ? ", the highest bar " : "");
  if (gaps) rocpd_svg_time((double)most, highest), sqlite3_snprintf((int)(sizeof sum - strlen(sum)), sum + strlen(sum), "%s", highest);
  int rc = begin_panel(w, l, top, sum, err);
  for (size_t i = 0; !rc && i <= BOUNDS; i++) rc = write_bar(w, i, count[i], ns[i], most ? most : 1, idle, top, err);
  return rc;
}

static int write_gaps(rocpd_writer *w, const rocpd_timelines *t, uint64_t (*count)[BOUNDS + 1], int64_t (*ns)[BOUNDS + 1], rocpd_error *err) {
  uint64_t top = TOP;
  int rc = begin_panels(w, t, "Gaps by their length: bars are their time, numbers how many", err);
  for (size_t i = 0; i < t->gaps; i++) {
    const rocpd_gap *g = &t->gap[i];
    size_t bar = bar_of(g->end - g->start);
    count[g->line][bar]++, ns[g->line][bar] += g->end - g->start;
  }
  for (size_t i = 0; !rc && i < t->lines; i++) {
    if (!is_shown(w->x, &t->line[i])) continue;
    rc = write_bars(w, &t->line[i], count[i], ns[i], top, err);
    top += PANEL;
    if (!rc) rc = rocpd_writer_poll(w, 0, err);
  }
  return rc ? rc : rocpd_svg_end(w, NULL, err);
}

int rocpd_svg_gaps(rocpd_writer *w, rocpd_error *err) {
  const rocpd_timeline_wish wish = {.level = ROCPD_LEVEL_AGENT, .gaps = ROCPD_ALL_GAPS};
  rocpd_timelines t = {0};
  int rc = expect_no_choice(w->x, err);
  if (!rc) rc = rocpd_timelines_make(w->x->snapshot, &wish, &t, err);
  if (rc) return rc;
  size_t size = (t.lines + 1) * (BOUNDS + 1);
  uint64_t *count = rocpd_zeroed(size * 2 * sizeof *count);
  rc = count ? write_gaps(w, &t, (uint64_t(*)[BOUNDS + 1])count, (int64_t(*)[BOUNDS + 1])(count + size), err) : rocpd_no_memory(err);
  sqlite3_free(count);
  rocpd_timelines_drop(&t);
  return rc;
}
