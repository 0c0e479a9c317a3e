//@ run: -T ps_6_0 -E main
#define TWICE(x) \ 
    ((x) * 2)
#define PLAIN(x) \
    (x)
// a comment that goes on \	
float gone;
/* not in these \ 
   comments */
#if 0
#define SKIPPED \ 
    1
#endif
static const float text = 1 + \   
    2;
float4 main() : SV_Target { return TWICE(text) + PLAIN(1); }
//~? warning[W1010]: backslash and newline separated by space
//~? warning[W1010]: backslash and newline separated by space
//~? warning[W1010]: backslash and newline separated by space
