//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = i64:1311768467463790320,-5,7000000000,3;f64:2.0,-0.125,1e+300,3.0
//@ in: 0:1 = i64:0*16
//@ in: 0:2 = f64:0*12
//@ in: 0:3 = u32:0*2
//@ dispatch: 4
//@ out: 0:1 = i64:-6558842337318951600,-1311768467463790296,40992764608243447,187395495351970045,-35000000000,-56000000005,576460752303423487,0,21000000000,7000000024,218750000,1000000000,3935305402391370960,-7952596333999229053,0,0
//@ out: 0:2 ~1ulp = f64:0.75,1.4142135623730951,1.3117684674637903e+18,-1.25e+299,0.3535533905932738,-5.0,3e+300,1e+150,7000000000.0,7.0,1.7320508075688772,3.0
//@ out: 0:3 = u32:2596069104,305419896
//@ run: glslc -O --target-env=vulkan1.1

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Numbers of eight bytes.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { int64_t q[4]; double d[4]; } source;
layout(std430, binding = 1) buffer Integers { int64_t v[]; } integers;
layout(std430, binding = 2) buffer Doubles { double v[]; } doubles;
layout(std430, binding = 3) buffer Halves { uvec2 v; } halves;

void main() {
    uint k = gl_GlobalInvocationID.x, next = (k + 1u) % 4u;
    int64_t x = source.q[k], y = source.q[next];
    integers.v[4u * k] = x * y;
    integers.v[4u * k + 1u] = x ^ (y << 3);
    integers.v[4u * k + 2u] = int64_t(uint64_t(x) >> 5u);
    integers.v[4u * k + 3u] = x / 7l;
    precise double product = source.d[k] * source.d[next];
    doubles.v[3u * k] = product + 1.0lf;
    doubles.v[3u * k + 1u] = sqrt(abs(source.d[k]));
    doubles.v[3u * k + 2u] = double(x);
    if (k == 0u) {
        halves.v = unpackUint2x32(uint64_t(x));
    }
}
