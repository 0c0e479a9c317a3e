#ifndef GUARD
#define GUARD
int guarded;
#endif
