/* A main for fuzz targets where there is no libFuzzer: runs the target over the files
** and folders given, or, with none, over its own corpus (tests/fuzz/corpus/NAME; the
** current folder is the project's). MUTATIONS=n: also over n changed copies of each
** file, always the same ones. Each file is in memory of exactly its size, so that the
** sanitizers see what is read beyond. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long files, runs, mutations;

static void run(const uint8_t *data, size_t size) {
  uint8_t *exact = malloc(size ? size : 1);
  memcpy(exact, data, size);
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
  runs++;
}

static void run_changed(const uint8_t *data, size_t size, uint64_t seed) {
  uint8_t *copy = malloc(size);
  memcpy(copy, data, size);
  for (int i = 0, changes = 1 + (int)(seed % 4); i < changes; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    size_t at = (size_t)((seed >> 16) % size);
    switch (seed >> 60) {
      case 0: copy[at] = 0xff; break;
      case 1: copy[at] = 0; break;
      case 2: copy[at] ^= (uint8_t)(1 << (seed >> 13 & 7)); break;
      case 3: size = at + 1; break;
      default: copy[at] = (uint8_t)(seed >> 40); break;
    }
  }
  run(copy, size);
  free(copy);
}

static int replay_file(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    perror(path);
    return 1;
  }
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
  int bad = size < 0 || fread(data, 1, (size_t)size, f) != (size_t)size;
  fclose(f);
  if (bad) {
    fprintf(stderr, "%s: cannot be read\n", path);
    free(data);
    return 1;
  }
  files++;
  run(data, (size_t)size);
  for (unsigned long i = 0; size > 0 && i < mutations; i++) run_changed(data, (size_t)size, (i + 1) * 0x9e3779b97f4a7c15u);
  free(data);
  return 0;
}

static int replay(const char *path) {
  struct stat st;
  if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) return replay_file(path);
  DIR *d = opendir(path);
  if (!d) {
    perror(path);
    return 1;
  }
  int bad = 0;
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    char child[4096];
    if (e->d_name[0] == '.') continue;
    snprintf(child, sizeof(child), "%s/%s", path, e->d_name);
    bad |= replay(child);
  }
  closedir(d);
  return bad;
}

int main(int argc, char **argv) {
  char corpus[4096];
  const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0], *m = getenv("MUTATIONS");
  int bad = 0;
  mutations = m ? strtoul(m, NULL, 10) : 0;
  snprintf(corpus, sizeof(corpus), "tests/fuzz/corpus/%s", name);
  if (argc < 2) bad = replay(corpus);
  for (int i = 1; i < argc; i++) bad |= replay(argv[i]);
  printf("%s: %lu files, %lu runs\n", name, files, runs);
  return bad || files == 0;
}
