/* Reads what a code object's metadata say of a kernel's arguments. */
#ifndef COLLECT_METADATA_H
#define COLLECT_METADATA_H
#include <stddef.h>
#include <stdint.h>

/* Writes the arguments of the kernel whose name has this hash, without those that the compiler adds, to `text`, as fields of a
** structure (STRUCT in rocz.h). Returns their size in bytes; 0: the metadata do not tell. `image` is a loaded code object. */
size_t collect_metadata_arguments(const uint8_t *image, size_t image_size, uint64_t name_hash, char *text, size_t text_size);
/* Hash of a kernel's name, up to ".kd". */
uint64_t collect_kernel_name_hash(const char *name, size_t size);

#endif
