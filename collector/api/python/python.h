/* The domain of Python's calls, for the files of this folder. */
#ifndef COLLECT_PYTHON_H
#define COLLECT_PYTHON_H
#include "domain.h"
extern collect_domain collect_domain_python;
#endif
