//@ run:
//@ in: 0:0 = image:4x2:r32float:f32:0,1,2,3,4,5,6,7
//@ in: 0:1 = image:4x2:r32float:f32:0*8
//@ in: 0:2 = sampler:nearest,clamp
//@ in: 0:3 = f32:1,2,3,4,5,6,7,8
//@ in: 0:4 = f32:0*8
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:2,4,6,8,10,12,14,16
//@ out: 0:4 = f32:2,3,4,5,6,7,8,13
// Images, samplers and events, which clang wrote as pointers for long: as arguments, of functions too, and in variables.
__attribute__((noinline)) float at(read_only image2d_t image, sampler_t sampler, int2 place) {
    return read_imagef(image, sampler, (convert_float2(place) + 0.5f) / convert_float2(get_image_dim(image))).x;
}

kernel __attribute__((reqd_work_group_size(4, 2, 1))) void run(read_only image2d_t from, write_only image2d_t to,
        sampler_t given, global const float *in, global float *out) {
    local float copy[8];
    event_t events[2];
    events[0] = async_work_group_copy(copy, in, 4, 0);
    events[1] = async_work_group_copy(copy + 4, in + 4, 4, 0);
    wait_group_events(2, events);
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    int i = place.y * 4 + place.x;
    float texel = at(from, given, place) + read_imagef(from, place).x + 2;
    write_imagef(to, place, (float4)(texel, 0, 0, 1));
    out[i] = copy[i] + (i < 7 ? 1 : 1 + get_image_width(from));
}
