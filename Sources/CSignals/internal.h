#ifndef CSIGNALS_INTERNAL_H
#define CSIGNALS_INTERNAL_H

#include "CSignals.h"

// Removes all temporary files. Safe in a handler.
void csignals_files_unlink(void);

// Whether the program is about to end.
bool csignals_is_ending(void);

#endif
