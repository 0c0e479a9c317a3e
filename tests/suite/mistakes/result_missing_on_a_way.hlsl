//@ run: -T ps_6_0
float pick(float x) {
    if (x > 0.5) return x;
}
//~ warning[W2057]: control reaches end of non-void function 'pick'
float4 main(float x : X) : SV_Target {
    return pick(x);
}
