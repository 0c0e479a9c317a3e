#define UNRELATED 1
