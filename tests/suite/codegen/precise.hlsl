//@ run: -T ps_6_0
//@ check: OpDecorate %{exact} NoContraction
//@ check: %{exact} = OpFMul %float
float4 main(float4 p : P) : SV_Target {
    precise float sum = p.x * p.y + p.z;
    float loose = p.x * p.w + p.z;
    return float4(sum, loose, 0, 0);
}
