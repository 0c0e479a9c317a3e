//@ run: -T ps_6_0
#define HALF 0.5
//~    ^ warning[W1009]: this space is not the plain one: it is taken as one
//~ warning[W1009]: this space is not the plain one: it is taken as one
float4 main() : SV_Target {
    float one =  1;
//~          ^ warning[W1009]: this space is not the plain one: it is taken as one
//~ warning[W1009]: this space is not the plain one: it is taken as one
    return one * HALF;
}
