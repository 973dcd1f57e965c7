#ifndef CPROCESS_INTERNAL_H
#define CPROCESS_INTERNAL_H

#include "CProcess.h"

// Removes all temporary files. Safe in a handler.
void cprocess_files_unlink(void);

// Whether the program is about to end.
bool cprocess_is_ending(void);

#endif
