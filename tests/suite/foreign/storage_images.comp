//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = image:3x2:rgba8unorm:u8:0,16,32,48,64,80,96,112,128,144,160,176,192,208,224,240,0,16,32,48,64,80,96,112
//@ in: 0:1 = image:3x2
//@ in: 0:2 = image:3x2x2
//@ in: 0:3 = zeros:4
//@ dispatch: 3 2
//@ out: 0:0 = u8:48,32,16,0,112,96,80,64,176,160,144,128,240,224,208,192,48,32,16,0,112,96,80,64
//@ out: 0:1 = u32:32,64032,128032,192032,32,64032
//@ out: 0:2 ~1ulp = f32:0,0,0,0,0,0,0.188235298,0.690196097,1.19215691,1.69411767,0.188235298,0.690196097
//@ out: 0:3 = i32:0,-1,2,-3
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Images that are read and written by texel: of two axes, an array, a buffer of texels; their sizes.
layout(local_size_x = 1) in;
layout(binding = 0, rgba8) uniform image2D colours;
layout(binding = 1, r32ui) uniform writeonly uimage2D codes;
layout(binding = 2, r32f) uniform image2DArray layers;
layout(binding = 3, r32i) uniform iimageBuffer line;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 colour = imageLoad(colours, at);
    imageStore(colours, at, colour.wzyx);
    ivec2 size = imageSize(colours);
    imageStore(codes, at, uvec4(uint(round(colour.r * 255.0)) * 1000u + uint(size.x * 10 + size.y)));
    imageStore(layers, ivec3(at, 1), vec4(colour.g + colour.b + float(imageSize(layers).z - 2)));
    if (at.x == 0 && at.y == 0) {
        for (int k = 0; k < imageSize(line); ++k) {
            imageStore(line, k, ivec4((k & 1) == 0 ? k : -k));
        }
    }
    imageStore(codes, ivec2(at.x + 100, at.y), uvec4(7u));
}
