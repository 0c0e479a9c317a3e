//@ run: -T ps_6_0
float4 main() : COLOR0 {
//~             ^ error[E2521]: semantic 'COLOR0' is not allowed on a pixel shader's output
//~             ^ note: since Direct3D 10 it is SV_Target
    return 1;
}
