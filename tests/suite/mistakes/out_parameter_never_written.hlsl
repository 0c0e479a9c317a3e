//@ run: -T ps_6_0
void measure(float x, out float length) {
//~                             ^ warning[W2064]: out parameter 'length' is never written
}
float4 main() : SV_Target {
    float length;
    measure(1, length);
    return length;
}
