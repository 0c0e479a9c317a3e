//@ run: -T vs_6_0 -E vertex_main -HV 2021
//@ run: -T ps_6_0 -E pixel_main -HV 2021
template<typename T> struct Pair {
    T first;
    T second;

    T sum() {
        T both = first + second;
        return both;
    }
};

template<typename T> T twice(T value) {
    return value + value;
}

float4 vertex_main(uint id : SV_VertexID) : SV_Position {
    Pair<uint> bits = { id & 1, id >> 1 };
    uint all = bits.sum();
    float2 at = twice(float2(bits.first, bits.second) * 2) - 1;
    return float4(at, all * 0.25, 1);
}

float4 pixel_main(float4 place : SV_Position) : SV_Target {
    Pair<float2> places = { place.xy / 64, float2(0.25, 0.5) };
    float2 total = places.sum();
    float once = twice(total.x);
    return float4(total, once, 1);
}
