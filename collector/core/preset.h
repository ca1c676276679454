/* COLLECT_PRESET: see preset.c. */
#ifndef COLLECT_PRESET_H
#define COLLECT_PRESET_H

/* What the preset that was chosen says of this setting; NULL: nothing. */
const char *collect_preset_of(const char *setting);

#endif
