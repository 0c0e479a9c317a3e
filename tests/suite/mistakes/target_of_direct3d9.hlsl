//@ run: -T ps_6_0
float4 main() : COLOR0 {
//~             ^ error[E2521]: semantic 'COLOR0' is not allowed on a pixel shader's output
//~             ^ note: use SV_Target since Direct3D 10
    return 1;
}
