/* COLLECT_PRESET: see preset.c. */
#ifndef COLLECT_PRESET_H
#define COLLECT_PRESET_H

/* The value that the chosen preset gives this setting. NULL: none. */
const char *collect_preset_of(const char *setting);

#endif
