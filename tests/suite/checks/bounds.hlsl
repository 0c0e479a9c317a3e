//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*32
//@ dispatch: 1

// Arrays in arrays, vectors, and buffers.
struct Item { uint small[4]; uint last; };
RWStructuredBuffer<Item> data : register(u0);
groupshared uint shared_[16];
static const uint TABLE[3] = { 1, 2, 3 };

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint4 vector_ = uint4(1, 2, 3, 4);
    shared_[index * 2] = TABLE[min(index, 2)];
    if (index == 3)
        data[0].small[index + 1] = 1;
//~     ^ error[E6201]: index 4 is out of bounds of 'data[0].small' (4 elements) (bounds)
    if (index == 5)
        data[1].last = vector_[index];
//~                    ^ error[E6201]: index 5 is out of bounds of 'vector_' (vector of 4) (bounds)
    if (index == 7)
        shared_[index + 9] = TABLE[index];
//~                          ^ error[E6201]: index 7 is out of bounds of 'TABLE' (3 elements) (bounds)
//~     ^ error[E6201]: index 16 is out of bounds of 'shared_' (16 elements) (bounds)
    if (index == 1)
        data[6].last = shared_[2];
//~     ^ warning[E6202]: out-of-bounds write of 4 bytes at data[6] + 16 bytes (buffer size 128) (bounds-buffer)
}
