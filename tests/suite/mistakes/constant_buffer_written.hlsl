//@ run: -T ps_6_0
cbuffer Frame { float time; };
float4 main() : SV_Target {
    time = 0;
//~ ^ error[E2102]: expression is not assignable: members of constant buffers are read-only
    return time;
}
