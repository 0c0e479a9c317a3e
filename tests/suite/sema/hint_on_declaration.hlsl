//@ run: -T ps_6_0
float4 main(int x : X) : SV_Target {
    [branch] float y = x;
//~  ^ warning[W2516]: attribute 'branch' has no effect here; it applies to 'if' or 'switch'
    [unroll(2)] int z;
//~  ^ warning[W2516]: attribute 'unroll' has no effect here; it applies to a loop
    z = x;
    return y + z;
}
