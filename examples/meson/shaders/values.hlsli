#ifndef COUNT
#define COUNT 1
#endif
#define VALUE 7
