//@ run: -T ps_6_0
struct Result {
    float4 colour : SV_Target;
}
//~ error[E1102]: expected ';' after '}'
Result main() {
    Result result = { float4(1, 0, 0, 1) };
    return result;
}
