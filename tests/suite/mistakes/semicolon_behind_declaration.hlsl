//@ run: -T ps_6_0
float4 main() : SV_Target {
    float half_way = 0.5
//~                     ^ error[E1102]: expected ';' after declaration
    return half_way;
}
