#include "hsa.h"
void collect_hsa_wrappers_place(const collect_hsa_root *root) { (void)root; }
