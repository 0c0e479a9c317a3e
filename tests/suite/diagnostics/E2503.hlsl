//@ run: -T ps_6_0 -fvk-t-shift 4000000000 0
Texture2D t : register(t4000000000);
//~           ^ error[E2503]: register number 4000000000 shifted by 4000000000 is too large
float4 main() : SV_Target { return t.Load(int3(0, 0, 0)); }
