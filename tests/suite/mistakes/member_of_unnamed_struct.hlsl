//@ run: -T ps_6_0
float4 main() : SV_Target {
    struct { float gain; } light = { 1 };
    return light.gian;
//~              ^ error[E2100]: no member named 'gian' in '<unnamed struct>'
}
