//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = f32:0.5,1.5,2.5,3.5
//@ in: 0:1 = zeros:4
//@ in: 0:2 = u32:0
//@ dispatch: 4
//@ out: 0:1 = u32:5,15,25,35
//@ out: 0:2 = u32:44
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Buffers of texels, one that is read and one that is written.
layout(local_size_x = 1) in;
layout(binding = 0) uniform samplerBuffer source;
layout(binding = 1, r32ui) uniform uimageBuffer target;
layout(std430, binding = 2) buffer Result { uint sizes; } result;

void main() {
    int k = int(gl_GlobalInvocationID.x);
    imageStore(target, k, uvec4(uint(texelFetch(source, k).r * 10.0)));
    if (k == 0) {
        result.sizes = uint(textureSize(source) + 10 * imageSize(target));
    }
}
