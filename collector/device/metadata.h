/* What a code object's metadata says of a kernel's arguments. */
#ifndef COLLECT_METADATA_H
#define COLLECT_METADATA_H
#include <stddef.h>
#include <stdint.h>

/* The arguments of the kernel whose name has this hash, without those that the compiler adds, as fields of a structure (STRUCT in rocz.h), into
** `text`; how many bytes they are long. 0: the metadata do not say. `image` is a loaded code object. */
size_t collect_metadata_arguments(const uint8_t *image, size_t image_size, uint64_t name_hash, char *text, size_t text_size);
/* Of a kernel's name, up to ".kd". */
uint64_t collect_kernel_name_hash(const char *name, size_t size);

#endif
