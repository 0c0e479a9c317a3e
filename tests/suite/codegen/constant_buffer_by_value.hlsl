//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ emit: spirv
//@ check-not: OpFunctionCall
//@ check-not: OpINotEqual
//@ in: constants = f32:1,2,3,4,0*1596,1,10,0*2,5,6,7,8,9,1,0*2
//@ in: result = f32:0*4
//@ dispatch: 1 1 1
//@ out: result = f32:8,80,8,12
// A function that returns a large constant buffer by value, called often: its bools are converted one by one, so that it is
// long. One body serves all calls, and of that only the members that are read remain.

struct Part { bool on; float p; };
struct Frame { float4 tint; Part parts[400]; float4 last; float scale; bool is_on; };
cbuffer constants { Frame frame; }
RWStructuredBuffer<float> result;

Frame get_frame() { return frame; }
Frame get_frame_by_local() {
    Frame local = frame;
    local.scale = 12;
    return local;
}

#define FOUR(m) get_frame().m + get_frame().m + get_frame().m + get_frame().m

float parts() { return FOUR(parts[399].p) + FOUR(parts[399].p); }

[numthreads(1, 1, 1)]
void main() {
    result[0] = FOUR(tint.x) + FOUR(tint.x);
    result[1] = parts();
    if (result[0] > 4) {
        result[2] = get_frame().last.w;
        result[3] = get_frame_by_local().scale;
    }
}
