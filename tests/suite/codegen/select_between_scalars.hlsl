//@ run: -T ps_6_6
//@ emit: spirv
// A vector that chooses between scalars gives a vector.
//@ check: OpSelect %v2int
//@ check: OpSelect %v3float
//@ check: OpSelect %v2float
float4 main(float2 d : D, float3 b : B) : SV_Target {
    float2 ints = select(d < 0, 0, 1);
    float3 floats = select(b > 0, 1.0, 0.0);
    float2 mixed = select(d > 0, d.x, 1);
    return ints.xyxy + floats.xyzz + mixed.xyxy;
}
