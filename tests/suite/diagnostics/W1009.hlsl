//@ run: -T ps_6_0
#define HALF 0.5
//~    ^ warning[W1009]: treating Unicode character as whitespace
//~ warning[W1009]: treating Unicode character as whitespace
float4 main() : SV_Target {
    float one =  1;
//~          ^ warning[W1009]: treating Unicode character as whitespace
//~ warning[W1009]: treating Unicode character as whitespace
    return one * HALF;
}
