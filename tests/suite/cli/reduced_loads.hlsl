//@ run: -T ps_6_0 -O0
//@ emit: spirv
//@ check: OpLoad %Large

//@ run: -T ps_6_0 -O0 -fspv-reduce-load-size
//@ emit: spirv
//@ check-not: OpLoad %Large %{pointer}
//@ check: OpLoad %v4float
struct Large { float4 parts[4]; };
cbuffer Block { Large large; };
float4 main() : SV_Target {
    Large copy = large;
    return copy.parts[3];
}
