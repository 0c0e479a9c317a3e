//@ run: -T ps_6_0
layout(set = 0, binding = 1) uniform sampler2D paint;
//~ error[E1103]: expected a declaration, found 'layout'
//~ note: a function has the type of its result before its name, or 'void'
//~ note: 'layout' is GLSL; in HLSL use [[vk::binding(n)]] or register(tN) for resources, and semantics for inputs and outputs
float4 main(float2 at : AT) : SV_Target {
    return texture(paint, at);
}
