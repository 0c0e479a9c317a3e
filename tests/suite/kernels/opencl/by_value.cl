//@ run:
//@ in: 0:0 = u32:0x40000000,3,0,0,0x3f800000,0x40000000,0x40400000,0x40800000
//@ in: 0:1 = f32:0*4
//@ dispatch: 1 1 1
//@ out: 0:1 = f32:15.0,16.0,17.0,18.0
// Structs by value: of a kernel, and of a function that changes its own.
typedef struct { float scale; int count; float4 parts; } entry;

__attribute__((noinline)) float changed(entry own) {
    own.scale += 1;
    return own.scale * own.count;
}

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(entry given, global float *out) {
    size_t i = get_global_id(0);
    float first = changed(given);
    out[i] = first + given.scale * given.count - given.parts.x + i + (given.parts.w - given.parts.z);
}
