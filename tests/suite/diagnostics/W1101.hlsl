//@ run: -T vs_6_0 -HV 2016
BlendState blend { AlphaToCoverageEnable = FALSE; BlendEnable[0] = TRUE; };
//~ warning[W1101]: an effect object is ignored: effect syntax is deprecated
RasterizerState raster[2], other < string note = "a"; > { CullMode = None; };
//~ warning[W1101]: an effect object is ignored: effect syntax is deprecated
texture picture;
//~ warning[W1101]: an effect object is ignored: effect syntax is deprecated
SamplerState point_sampler { Filter = MIN_MAG_MIP_POINT; };
//~                        ^ warning[W1101]: a state block is ignored: effect syntax is deprecated
technique T { pass P { VertexShader = compile vs_4_0 main(); } }
//~ warning[W1101]: a technique is ignored: effect syntax is deprecated
GeometryShader geometry = CompileShader(gs_4_0, main());
//~ warning[W1101]: an effect object is ignored: effect syntax is deprecated
float4 main() : SV_Position { return 0; }
float scale < string widget = "slider"; > = 1;
//~         ^ warning[W1101]: an annotation is ignored: effect syntax is deprecated
//~   ^ warning[W2058]: initializer of 'scale' is ignored: the application sets the value
