//@ run: -T lib_6_6 -fspv-target-env=vulkan1.3
[shader("vertex")] float4 corner(uint id : SV_VertexID) : SV_Position { return id; }
[shader("vertex")] float4 corner(float4 at : A) : SV_Position { return at; }
//~                       ^ error[E2011]: entry point 'corner' is overloaded
[shader("pixel")] float4 corner(float2 at : A) : SV_Target { return at.xyxy; }
