/* Loaded objects, as far as walks need them: where they are, their tables, their numbers (walk.h). */
#ifndef COLLECT_IMAGE_H
#define COLLECT_IMAGE_H
#include "eh.h"

/* Finds the row of an address in the tables of the object that holds it. Async-signal-safe. */
collect_eh_row collect_image_row(uintptr_t address);
/* The same for another register, see collect_eh_saved(). */
enum collect_eh_bp collect_image_saved(uintptr_t address, uint8_t reg, int32_t *offset);
/* Bytes that are left for copies of tables, of all objects. */
extern size_t collect_image_room;

#endif
