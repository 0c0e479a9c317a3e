//@ run: -T ps_6_0 -E main
#define TWICE(x) \ 
//~             ^ warning[W1010]: backslash and newline separated by space
    ((x) * 2)
//~ ^ error[E1103]: expected a declaration, found '('
#define PLAIN(x) \
    (x)
// a comment that goes on \	
//~                      ^ warning[W1010]: backslash and newline separated by space
float gone;
/* not in these \ 
   comments */
#if 0
#define SKIPPED \ 
    1
#endif
static const float text = 1 + \   
//~                          ^ warning[W1010]: backslash and newline separated by space
    2;
float4 main() : SV_Target { return TWICE(text) + PLAIN(1); }
