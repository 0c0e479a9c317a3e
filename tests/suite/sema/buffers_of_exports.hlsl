//@ run: -T lib_6_3
StructuredBuffer<float> values;
struct Holder {
    ByteAddressBuffer bytes;
};
struct Picture {
    Texture2D texels;
};
template<typename T> struct Wrapped {
    T held;
};
Picture pictures[];
//~     ^ error[E2027]: array of unknown length requires an initializer
Wrapped<Picture> wrapped[];
//~              ^ error[E2027]: array of unknown length requires an initializer
Picture two[2];

export StructuredBuffer<float> one() { return values; }
//~                            ^ error[E2028]: result of an exported function cannot have type 'StructuredBuffer<float>'
export Holder holder(ByteAddressBuffer bytes) {
//~           ^ error[E2028]: result of an exported function cannot have type 'Holder'
    Holder made;
    made.bytes = bytes;
    return made;
}
StructuredBuffer<float> inlined() { return values; }
export float value(uint i) { return inlined()[i]; }
