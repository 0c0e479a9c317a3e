//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = image:2x2x2:r32float:f32:0,1,2,3,4,5,6,7
//@ in: 0:0 = sampler:linear,clamp
//@ in: 0:1 = image:1x1:r32float:f32:0,10,20,30,40,50
//@ in: 0:1 = sampler:nearest,clamp
//@ in: 0:2 = image:2x2x2:r32float:f32:1,2,3,4,11,12,13,14
//@ in: 0:2 = sampler:nearest,clamp
//@ in: 0:3 = image:4:r32float:f32:0,4,8,12
//@ in: 0:3 = sampler:linear,clamp
//@ in: 0:4 = f32:0*12
//@ dispatch: 1
//@ out: 0:4 ~0.01 = f32:3.5,0,10,50,13,2,6
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Images of one and three axes, cubes and arrays, sampled.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler3D volume;
layout(binding = 1) uniform samplerCube cube;
layout(binding = 2) uniform sampler2DArray layers;
layout(binding = 3) uniform sampler1D line;
layout(std430, binding = 4) buffer Result { float v[]; } result;

void main() {
    result.v[0] = textureLod(volume, vec3(0.5), 0.0).r;
    result.v[1] = textureLod(cube, vec3(1.0, 0.1, -0.2), 0.0).r;
    result.v[2] = textureLod(cube, vec3(-1.0, 0.1, -0.2), 0.0).r;
    result.v[3] = textureLod(cube, vec3(0.3, 0.1, -2.0), 0.0).r;
    result.v[4] = textureLod(layers, vec3(0.25, 0.75, 1.0), 0.0).r;
    result.v[5] = textureLod(line, 0.25, 0.0).r;
    result.v[6] = float(textureSize(layers, 0).z + textureSize(line, 0));
}
