//@ run: -T ps_6_0
struct Surface { float roughness : ROUGH; float metalness : METAL; };
float4 main(Surface surface) : SV_Target {
    return surface.roughnes;
//~                ^ error[E2100]: no member named 'roughnes' in 'Surface'
//~                ^ note: did you mean 'roughness'?
}
