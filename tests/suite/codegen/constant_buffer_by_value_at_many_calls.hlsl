//@ run: -T cs_6_0 -fspv-target-env=vulkan1.0
//@ emit: spirv
//@ check: OpLoad {Frame}
//@ check-not: OpFunctionCall
//@ check-not: OpINotEqual
//@ check-not: OpVariable {} Function
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -O3 -Zi
// As constant_buffer_by_value.hlsl, with more calls than can be inlined one by one.

struct Part { bool on; float p; };
struct Frame { float4 tint; Part parts[1000]; float4 last; };
cbuffer constants { Frame frame; }
RWStructuredBuffer<float> result;

Frame get_frame() { return frame; }

#define FOUR(m) get_frame().m + get_frame().m + get_frame().m + get_frame().m
#define SIXTEEN(m) FOUR(m) + FOUR(m) + FOUR(m) + FOUR(m)
#define SIXTY_FOUR(m) SIXTEEN(m) + SIXTEEN(m) + SIXTEEN(m) + SIXTEEN(m)

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    result[0] = SIXTY_FOUR(tint.x) + SIXTY_FOUR(last.y);
    if (i == 0) {
        Frame local = get_frame();
        result[1] = local.parts[7].p;
    }
}
