//@ run: -T ps_6_0
float[3] taps() { float kept[3] = { 1, 2, 3 }; return kept; }
//~  ^ error[E1118]: array length must follow the name
float4 main() : SV_Target {
    float[2] weights;
//~      ^ error[E1118]: array length must follow the name
    return 0;
}
