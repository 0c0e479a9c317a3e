struct Pair { float x, y; };
struct Block {
    float3 a[2];
    float b;
    row_major float3x3 m;
    float c;
    Pair s;
    float d;
    bool e;
    double f;
};
cbuffer Scene { half3 h; float g; uint64_t address; uint low : 4, high : 28; };
