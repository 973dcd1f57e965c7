// How many processors there are to use, which Swift's Glibc module has no function for.

#ifndef CPROCESSORS_H
#define CPROCESSORS_H

// The number of processors that this process may use, at least 1: those that taskset or a
// container's set of processors leave it. A container's share of their time is not looked at.
int cprocessors_available(void);

#endif
