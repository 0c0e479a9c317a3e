#ifndef VALUE
#define VALUE 1
#endif
