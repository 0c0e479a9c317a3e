//@ run: -T ps_6_0
#define NOTHING
int f(int x) {
    if (x > 0);
//~           ^ warning[W2214]: 'if' has an empty body
        x = 3;
    if (x > 1) NOTHING;
    if (x > 2)
        ;
    if (x > 3) { }
    if (x > 4); else x = 4;
//~           ^ warning[W2214]: 'if' has an empty body
    return x;
}
float4 main() : SV_Target { return 0; }
