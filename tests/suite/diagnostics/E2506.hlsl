//@ run: -T ps_6_0 -fvk-bind-register u0 0 1 0
Texture2D t;
//~       ^ error[E2506]: -fvk-bind-register requires register() on every resource
float4 main() : SV_Target { return t.Load(int3(0, 0, 0)); }
