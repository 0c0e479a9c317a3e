//@ run: -T ps_6_0
float4 main() : SV_Target {
    float taps[3] = { 1, 2, 3 };
    return taps[3];
//~             ^ error[E2104]: index 3 is out of bounds (length is 3)
}
