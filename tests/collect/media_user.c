/* A program that uses rocDecode and rocJPEG: linked to them, or with DECODE=path JPEG=path by dlopen and dlsym. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LINKED
int rocDecCreateVideoParser(), rocDecParseVideoData(), rocDecDestroyVideoParser(), rocDecGetDecoderCaps(), rocDecDecodeFrame(), rocDecGetVideoFrame(),
  rocDecDestroyBitstreamReader();
int rocJpegStreamCreate(), rocJpegStreamParse(), rocJpegDecode();
const char *rocDecGetErrorName(), *rocJpegGetErrorName();
#define FIND(library, f) (library ? dlsym(library, #f) : (void *)f)
#else
#define FIND(library, f) dlsym(library, #f)
#endif
static void must(int yes, const char *what) { if (!yes) printf("not ok the program: %s\n", what), fflush(stdout), exit(3); }

static void *decode, *jpeg;

/* The parser calls this. */
static int on_picture(void *packet) {
  int32_t picture[300] = {1920, 1080, 7};
  void *memory[3] = {NULL};
  uint32_t pitch = 0;
  must(((int (*)(void *, void *))FIND(decode, rocDecDecodeFrame))((void *)0x99, picture) == 0, "decode");
  must(((int (*)(void *, int, void **, uint32_t *, void *))FIND(decode, rocDecGetVideoFrame))((void *)0x99, 7, memory, &pitch, NULL) == 0 && pitch == 256,
       "a frame");
  return packet ? 0 : -5;
}

int main(void) {
  char *path = getenv("DECODE");
  decode = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  jpeg = getenv("JPEG") ? dlopen(getenv("JPEG"), RTLD_NOW | RTLD_LOCAL) : NULL;
  struct { int (*called)(void *); } parameters = {on_picture};
  struct { uint32_t flags, size; void *payload; uint64_t pts; } packet = {0, 100, (void *)0x5000, 42};
  void *parser = NULL, *stream = NULL;
  char caps[68] = {0};
  must(((int (*)(void **, void *))FIND(decode, rocDecCreateVideoParser))(&parser, &parameters) == 0 && parser, "a parser");
  must(((int (*)(void *))FIND(decode, rocDecGetDecoderCaps))(caps) == 0 && caps[28], "caps");
  int (*parse)(void *, void *) = FIND(decode, rocDecParseVideoData);
  must(parse(parser, &packet) == 0 && parse(parser, NULL) == -5, "parsed");
  must(((int (*)(void *))FIND(decode, rocDecDestroyVideoParser))(parser) == 0, "done");
  must(((int (*)(void *))FIND(decode, rocDecDestroyBitstreamReader))(NULL) == 0, "a function of later tables");
  must(!strcmp(((const char *(*)(int))FIND(decode, rocDecGetErrorName))(-1), "a text"), "a text");
  must(((int (*)(void **))FIND(jpeg, rocJpegStreamCreate))(&stream) == 0 && stream == (void *)0x77, "a stream");
  must(((int (*)(const void *, size_t, void *))FIND(jpeg, rocJpegStreamParse))("x", 1, stream) == -3, "an error is returned");
  must(((int (*)(void *, void *, const void *, void *))FIND(jpeg, rocJpegDecode))(NULL, stream, (int32_t[5]){3}, NULL) == 0, "decoded");
  must(!strcmp(((const char *(*)(int))FIND(jpeg, rocJpegGetErrorName))(-1), "a text"), "a text");
  return 0;
}
