//@ run: -T cs_6_0
struct Big { float a[20000]; };
RWByteAddressBuffer data;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    data.Store<Big>(0, data.Load<Big>(4));
    data.Store<Big>(8, data.Load<Big>(id));
//~                                   ^ warning[W2162]: the byte offset is not a multiple of 4
//~ ^ fatal error[E3006]: generated code exceeds 4 MiB
    data.Store<Big>(16, data.Load<Big>(12));
}
