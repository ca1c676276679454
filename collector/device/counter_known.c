/* The counters that are known by name (counter.def), for each kind of GPU. */
#include "counter_known.h"
#include "nearest.h"
#include <stdbool.h>
#include <string.h>

static const collect_counter_known known[] = { /* arrays, not pointers, so the loader need not relocate the table */
#define COUNTER(name, block, ...) {#name, #block, {__VA_ARGS__}},
#include "counter.def"
};
#define KNOWN (sizeof known / sizeof *known)

/* Columns by the beginning of the agent's name; the first match counts. */
static const struct { const char *gfx; int column; } architectures[] = {
    {"gfx906", COLLECT_GFX906}, {"gfx908", COLLECT_GFX908}, {"gfx90a", COLLECT_GFX90A}, {"gfx900", COLLECT_GFX9}, {"gfx902", COLLECT_GFX9},
    {"gfx904", COLLECT_GFX9}, {"gfx909", COLLECT_GFX9}, {"gfx90c", COLLECT_GFX9}, {"gfx940", COLLECT_GFX940}, {"gfx941", COLLECT_GFX940},
    {"gfx942", COLLECT_GFX940}, {"gfx10", COLLECT_GFX10}, {"gfx11", COLLECT_GFX11}, {"gfx80", COLLECT_GFX8}};

int collect_counter_column(const char *gfx) {
  for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
    if (!strncmp(gfx, architectures[i].gfx, strlen(architectures[i].gfx)))
      return architectures[i].column;
  return -1;
}

/* NAME_sum is ROCm's name for the sum over NAME's instances, which counters_collection has for every counter. */
static bool is_named(const collect_counter_known *k, const char *name) {
  size_t n = strlen(k->name);
  return !strncmp(k->name, name, n) && (!name[n] || !strcmp(name + n, "_sum"));
}

const collect_counter_known *collect_counter_known_find(int column, const char *name) {
  for (size_t i = 0; i < KNOWN && column >= 0; i++)
    if (known[i].event[column] >= 0 && is_named(&known[i], name))
      return &known[i];
  return NULL;
}

const char *collect_counter_nearest(int column, const char *name) {
  rocz_nearest nearest = {.least = ROCZ_NONE_IS_NEAR};
  for (size_t i = 0; i < KNOWN && column >= 0; i++)
    if (known[i].event[column] >= 0)
      rocz_nearer(&nearest, name, known[i].name);
  return nearest.name;
}

size_t collect_counter_count(int column) {
  size_t n = 0;
  for (size_t i = 0; i < KNOWN && column >= 0; i++)
    n += known[i].event[column] >= 0;
  return n;
}
