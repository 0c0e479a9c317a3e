//@ run: -T cs_6_0
StructuredBuffer<uint> counts;
Buffer<uint> texels;
Texture2D<uint> picture;
uint uniforms;
static const uint fixed = 1;
[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex) {
    uint before;
    InterlockedAdd(counts[id], 1);
//~                ^ error[E2127]: argument for out parameter 'dest' is not assignable: elements of 'StructuredBuffer<uint>' are read-only
    InterlockedExchange(texels[id], 1, before);
//~                     ^ error[E2127]: argument for out parameter 'dest' is not assignable: elements of 'Buffer<uint>' are read-only
    InterlockedMax(picture[uint2(id, 0)], 1);
//~                ^ error[E2127]: argument for out parameter 'dest' is not assignable: elements of 'Texture2D<uint>' are read-only
    InterlockedOr(uniforms, 1);
//~               ^ error[E2127]: argument for out parameter 'dest' is not assignable: uniforms are read-only; declare the global 'static' to make it writable
    InterlockedOr(fixed, 1);
//~               ^ error[E2127]: argument for out parameter 'dest' is not assignable: it is a constant
    InterlockedOr(1, 1);
//~               ^ error[E2127]: argument for out parameter 'dest' is not assignable: it is a constant
}
