//@ run: -T ps_6_0 -E main
void nothing(out float x) {}
//~                    ^ warning[W2064]: out parameter 'x' is never written
void some(out float x, bool y) { if (y) x = 1; }
void parts(out float2 x) { x.y = 1; }
void other(inout float x) {}
float4 main(float a : A) : SV_Target {
    float x, y, w = 1;
    float2 z;
    nothing(x);
    some(y, a > 0);
    parts(z);
    other(w);
    return x + y + z.y + w;
}
