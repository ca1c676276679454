/* COLLECT_TOGGLE_SIGNAL: see toggle.c. */
#ifndef COLLECT_TOGGLE_H
#define COLLECT_TOGGLE_H

/* Places the signal's handler. Called by the constructor. */
void collect_toggle_place(void);

#endif
