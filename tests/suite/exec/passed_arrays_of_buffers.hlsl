// An array of buffers that is passed to a function is the array itself: any index works.
//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ check-not: OpTypePointer Function %_arr
//@ in: sources[0] = f32:1,2,3,4
//@ in: sources[1] = f32:5,6,7,8
//@ in: bytes[0] = u32:10,20
//@ in: bytes[1] = u32:30,40
//@ in: nested[0] = f32:1
//@ in: nested[1] = f32:2
//@ in: nested[2] = f32:3
//@ in: nested[3] = f32:4
//@ in: targets[0] = f32:0*4
//@ in: targets[1] = f32:0*4
//@ dispatch: 2
//@ out: targets[0] = f32:3,20,7,254
//@ out: targets[1] = f32:7,40,10,165
//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2 -O0
//@ in: sources[0] = f32:1,2,3,4
//@ in: sources[1] = f32:5,6,7,8
//@ in: bytes[0] = u32:10,20
//@ in: bytes[1] = u32:30,40
//@ in: nested[0] = f32:1
//@ in: nested[1] = f32:2
//@ in: nested[2] = f32:3
//@ in: nested[3] = f32:4
//@ in: targets[0] = f32:0*4
//@ in: targets[1] = f32:0*4
//@ dispatch: 2
//@ out: targets[0] = f32:3,20,7,254
//@ out: targets[1] = f32:7,40,10,165
StructuredBuffer<float4> sources[2];
ByteAddressBuffer bytes[2];
StructuredBuffer<float> nested[2][2];
RWStructuredBuffer<float> targets[2];

float4 read(StructuredBuffer<float4> buffers[2], uint i) { return buffers[i][0]; }
float4 read_through(StructuredBuffer<float4> buffers[2], uint i) { return read(buffers, i); }
uint read_bytes(ByteAddressBuffer buffers[2], uint i) { return buffers[i].Load(4); }
float read_row(StructuredBuffer<float> row[2], uint i) { return row[i][0]; }
void write(RWStructuredBuffer<float> buffers[2], uint i, uint at, float value) { buffers[i][at] = value; }

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupID) {
    write(targets, i, 0, read_through(sources, i).z);
    write(targets, i, 1, read_bytes(bytes, i));
    float sum = 0;
    for (uint k = 0; k < 2; ++k)
        sum += read_row(nested[k], i) * (k + 1);
    targets[i][2] = sum;
    uint mixed = i + 3;
    for (uint j = 0; j < 5; ++j)
        mixed = (mixed * 7 + (j ^ 3)) & 0xff;
    targets[i][3] = mixed;
}
