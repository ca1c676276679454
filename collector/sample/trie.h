/* Stacks as a tree: a frame at each place once, with its caller as parent (rows of modules and frames). So a stack is one number, that of its
** innermost frame. The sampler's thread only. */
#ifndef COLLECT_SAMPLE_TRIE_H
#define COLLECT_SAMPLE_TRIE_H
#include "collect.h"

/* Forgets everything: a new file begins. False: no memory. */
bool sample_trie_begin(void);
/* The number of a stack: of frames[0], with frames[n - 1] outermost; frames as collect_walk() stores them. 0: there is no room now, or there
** are more frames than a file may have. */
uint32_t sample_trie_stack(const uint64_t *frames, unsigned n);
/* Libraries may have been loaded or unloaded: look addresses up again. */
void sample_trie_objects_changed(void);
uint32_t sample_trie_size(void);

#endif
