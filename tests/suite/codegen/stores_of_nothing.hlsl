// What has no value need not be written: no interface but that of what is written stays.
//@ run: -T vs_6_0 -E main
//@ emit: spirv
//@ check: OpEntryPoint Vertex %main "main" %gl_Position
//@ check: OpStore %gl_Position
//@ check-not: OpStore %out_var_B

struct Vertex { float4 position : SV_Position; float4 colour : B; };
//~                                                   ^ warning[W2560]: output 'colour' is never written

Vertex main() {
    Vertex vertex;
    vertex.position = float4(1, 2, 3, 1);
    return vertex;
}
