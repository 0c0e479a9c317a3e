//@ run: -T ps_6_0
float clamp_up(float value) {
//~                         ^ note: unclosed body starts here
    if (value < 0) {
        return 0;
    return value;
}
//~ error[E1102]: expected '}' before the next function

float4 main() : SV_Target {
    return clamp_up(-1);
}
