//@ run: -T ps_6_0 -fspv-debug=rich -Wno-debug-info
//@ run: -T ps_6_0 -fspv-debug=vulkan-with-source
// Modules whose debug information names the language have no OpSource: rows and columns are told apart all the same.
cbuffer C { float3x4 m; row_major float4x3 r; };
float4 main(float4 v : V) : SV_Target { return float4(mul(m, v), 1) + float4(mul(v, r), 1); }
