//@ run: -T ps_6_0
[branch] float4 f(float x) {
//~ warning[W2516]: attribute 'branch' has no effect here; it applies to 'if' or 'switch'
    [unroll] if (x > 0) { x++; }
//~  ^ warning[W2516]: attribute 'unroll' has no effect here; it applies to a loop
    [branch] for (; x < 3; x++) { }
//~  ^ warning[W2516]: attribute 'branch' has no effect here; it applies to 'if' or 'switch'
    [loop] float y = x;
//~  ^ warning[W2516]: attribute 'loop' has no effect here; it applies to a loop
    [unroll] { y++; }
//~  ^ warning[W2516]: attribute 'unroll' has no effect here; it applies to a loop
    [call] x = y;
//~  ^ warning[W2516]: attribute 'call' has no effect here; it applies to 'switch'
    [flatten] return x;
//~  ^ warning[W2516]: attribute 'flatten' has no effect here; it applies to 'if' or 'switch'
}
float4 main() : SV_Target { return f(1); }
