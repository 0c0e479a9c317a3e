//@ run: -T cs_6_0 -D INDEX= -Wno-non-uniform-index
//@ check-not: NonUniform
//@ run: -T cs_6_0 -D INDEX=NonUniformResourceIndex
//@ in: bytes[0] = u32:0*5
//@ in: bytes[1] = u32:10*5
//@ in: bytes[2] = u32:20*5
//@ in: bytes[3] = u32:30*5
//@ in: lists[0] = f32:1
//@ in: lists[1] = f32:2
//@ in: lists[2] = f32:3
//@ in: result = f32:0*16
//@ in: lengths = u32:0*4
//@ dispatch: 1
//@ out: bytes[0] = u32:0,0,0,1,4
//@ out: bytes[1] = u32:11,10,10,10,12
//@ out: bytes[2] = u32:20,21,20,20,23
//@ out: bytes[3] = u32:30,30,31,30,30
//@ out: result = f32:1,2,2,1,2,3,3,2,3,1,2,3,1,1,1,1
//@ out: lengths = u32:20,20,20,20
// Resources that are selected at run time are selected by their indices in one array.
RWByteAddressBuffer bytes[4];
Buffer<float> lists[3];
RWStructuredBuffer<float> result;
RWStructuredBuffer<uint> lengths;

Buffer<float> chosen(uint lane) {
    if (lane == 0)
        return lists[0];
    return lane < 3 ? lists[INDEX(1u)] : lists[0];
}

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    // A local array with a dynamic index.
    RWByteAddressBuffer own[4];
    own[0] = bytes[1];
    own[1] = bytes[2];
    own[2] = bytes[3];
    own[3] = bytes[0];
    RWByteAddressBuffer mine = own[INDEX(lane)];
    mine.Store(4 * lane, mine.Load(4 * lane) + 1);
    // Two assignments, one of them in a loop.
    RWByteAddressBuffer last = bytes[INDEX(lane)];
    for (uint i = 0; i < lane; i++)
        if (i == 2)
            last = bytes[INDEX(0u)];
    last.InterlockedAdd(16, lane + 1 - (lane == 3));
    uint length;
    last.GetDimensions(length);
    lengths[lane] = length;
    // A result, and a buffer from two branches.
    result[lane] = chosen(lane).Load(0);
    Buffer<float> list = lists[1];
    if (lane & 1)
        list = lists[INDEX(2u)];
    if (lane == 3)
        list = lists[1];
    result[4 + lane] = list.Load(0) + (lane == 2);
    Buffer<float> three[3] = { lists[2], lists[0], lists[1] };
    result[8 + lane] = three[INDEX(lane % 3)].Load(0);
    result[12 + lane] = 1;
}
