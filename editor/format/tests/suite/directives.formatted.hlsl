//@ fmt: braces=same-line
#ifndef GUARD
#define GUARD
void f() {
#if A
    if (x) {
#else
    if (y) {
#endif
        a();
    }
    #if B
        b();
    #endif
    c(1,
#ifdef D
      2,
#endif
      3);
}
#if 0
This isn't   code ( at all
   }
#endif
int x;
// clang-format off
int   table[]={1,   2};
// clang-format on
int y;
#endif
