//@ run: -T ps_6_0 -fvk-bind-register u0 0 1 0
Texture2D t : register(t3, space2);
//~       ^ error[E2507]: no -fvk-bind-register option for t3 in space 2
float4 main() : SV_Target { return t.Load(int3(0, 0, 0)); }
