[shader("pixel")]
float4 shade() : SV_Target { return tint; }
