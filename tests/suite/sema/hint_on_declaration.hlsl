//@ run: -T ps_6_0
float4 main(int x : X) : SV_Target {
    [branch] float y = x;
//~  ^ warning[W2515]: attribute 'branch' has no effect
    [unroll(2)] int z;
//~  ^ warning[W2515]: attribute 'unroll' has no effect
    z = x;
    return y + z;
}
