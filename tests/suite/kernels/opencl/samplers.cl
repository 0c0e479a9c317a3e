//@ run:
//@ in: 0:0 = image:4x2:r32float:f32:0,1,2,3,4,5,6,7
//@ in: 0:1 = image:4x2:r32uint:u32:10,11,12,13,14,15,16,17
//@ in: 0:2 = sampler:linear,clamp,unnormalised
//@ in: 0:3 = f32:0*56
//@ dispatch: 1 1 1
//@ out: 0:3 = f32:2,3,3,3,2,3,3,3,0,0,1,2,0,4,5,6,10,12,13,13,14,16,17,17,2.5,3.5,4.5,2.5,2.25,2.75,3.25,1.75,2.75,3.75,4.75,5,4.75,5.75,6.75,7,1,2,3,0,5,6,7,4,4.5,5.5,6.5,7,0.5,1.5,2.5,3
// Samplers that a kernel writes out: coordinates that count texels, as integers and not, and what lies beyond the edges.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void run(read_only image2d_t floats, read_only image2d_t integers,
        sampler_t given, global float *out) {
    const sampler_t mixing = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    const sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    const sampler_t mirrored = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    float2 at = convert_float2(place);
    float2 part = (at + 0.5f) / (float2)(4, 2);
    int i = place.y * 4 + place.x;
    out[i] = read_imagef(floats, edge, place + (int2)(2, -1)).x;
    out[8 + i] = read_imagef(floats, border, place - (int2)(1, 0)).x;
    out[16 + i] = read_imageui(integers, edge, place * 2).x;
    out[24 + i] = read_imagef(floats, mixing, at + 1.0f).x;
    out[32 + i] = read_imagef(floats, given, at + (float2)(1.25f, 1)).x;
    out[40 + i] = read_imagef(floats, repeated, part + (float2)(1.25f, -1)).x;
    out[48 + i] = read_imagef(floats, mirrored, part + (float2)(0.125f, 1)).x;
}
