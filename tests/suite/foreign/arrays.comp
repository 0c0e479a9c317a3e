//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:5,2,7,0,1,6
//@ in: 0:1 = u32:0*6
//@ dispatch: 6
//@ out: 0:1 = u32:91369,41370,61367,31368,11369,21370
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// The length of an array that ends a buffer; tables of constants, arrays of arrays, components chosen at run time.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Input { uint v[]; } source;
layout(std430, binding = 1) buffer Result { uint v[]; } result;
const uint TABLE[8] = uint[](3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u);

void main() {
    uint k = gl_GlobalInvocationID.x, value = source.v[k];
    uint grid[2][3] = uint[][](uint[](0u, 1u, 2u), uint[](10u, 11u, 12u));
    grid[k % 2u][value % 3u] += 100u;
    uint sum = 0u;
    for (int row = 0; row < grid.length(); ++row) {
        for (int column = 0; column < grid[row].length(); ++column) {
            sum += grid[row][column];
        }
    }
    uvec4 vector = uvec4(1u, 2u, 3u, 4u);
    vector[value % 4u] = 50u;
    result.v[k] = TABLE[value] * 10000u + sum * 10u + vector[(value + 1u) % 4u] + uint(source.v.length());
}
