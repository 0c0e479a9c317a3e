//@ run: -T ps_6_0
float4 shade(Material material) { return material.albedo; }
//~          ^ error[E2002]: unknown type name 'Material'
struct Material { float4 albedo; };
//~    ^ note: it is declared here, behind its use
float4 main() : SV_Target {
    Material material = { float4(1, 1, 1, 1) };
    return shade(material);
}
