//@ run:
//@ in: 0:0 = image:1x1:r32float:f32:0
//@ in: 0:1 = image:1x1:rgba8unorm:u8:0*4
//@ in: 0:2 = u32:0*4
//@ dispatch: 1 1 1
//@ out: 0:2 = u32:1,1,1,1
// The formats of images, by OpenCL's numbers.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void run(read_only image2d_t floats, write_only image2d_t bytes,
        global uint *out) {
    out[0] = get_image_channel_order(floats) == CLK_R;
    out[1] = get_image_channel_data_type(floats) == CLK_FLOAT;
    out[2] = get_image_channel_order(bytes) == CLK_RGBA;
    out[3] = get_image_channel_data_type(bytes) == CLK_UNORM_INT8;
}
