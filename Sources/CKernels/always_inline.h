// For functions that are inlined into every caller, so that constant arguments specialise them.
#ifndef CKERNELS_ALWAYS_INLINE_H
#define CKERNELS_ALWAYS_INLINE_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
