#ifndef AMOUNT
#define AMOUNT 1
#endif
