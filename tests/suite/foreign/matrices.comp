//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = f32:1,2,3,0,0,1,4,0,5,6,0,0,1,2,3,0,4,5,6,0,1,2,3,4,5,6,7,8
//@ in: 0:1 = f32:0*28
//@ in: 0:2 = f32:0*6
//@ push: u32:1
//@ dispatch: 1
//@ out: 0:1 ~4ulp = f32:6,10,-7,1,16,18,-5,6,410,520,630,7,2,10,0,0,-24,18,-5,-4,3,6,9,6,5,12,21,32
//@ out: 0:2 = f32:0,7,0,8,5,9
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// Matrices by rows and by columns in memory, and what is computed with them.
layout(local_size_x = 1) in;
layout(std140, row_major, binding = 0) uniform Input {
    mat3 a;
    layout(column_major) mat2x3 b;
    mat4x2 c;
} source;
layout(std430, binding = 1) buffer Result { vec4 v[]; } result;
layout(std430, row_major, binding = 2) buffer Stored { mat2x3 m; } stored;
layout(push_constant) uniform Push { uint one; } push;

void main() {
    vec3 v = vec3(1.0, -2.0, 3.0);
    result.v[0] = vec4(source.a * v, determinant(source.a));
    result.v[1] = vec4(v * source.a, source.b[push.one].z);
    result.v[2] = vec4(source.b * vec2(10.0, 100.0), source.c[push.one + 1u][push.one]);
    result.v[3] = vec4(source.c * vec4(1.0, 1.0, 1.0, -1.0), 0.0, 0.0);
    mat3 inverted = inverse(source.a);
    result.v[4] = vec4(inverted[0][0], inverted[1][0], inverted[0][2], inverted[2][1]);
    mat3x2 outer = outerProduct(vec2(2.0, 3.0), vec3(1.0, 2.0, 3.0));
    result.v[5] = vec4(transpose(outer)[push.one], outer[2][0]);
    mat2 product = matrixCompMult(mat2(1.0, 2.0, 3.0, 4.0), mat2(5.0, 6.0, 7.0, 8.0));
    result.v[6] = vec4(product[0], product[1]);
    stored.m[push.one] = vec3(7.0, 8.0, 9.0);
    stored.m[0][2] = 5.0;
}
