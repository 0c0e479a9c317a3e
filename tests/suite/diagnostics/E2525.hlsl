//@ run: -T ps_6_0
float4 main(Texture2D t : T, SamplerState s : S) : SV_Target { return 0; }
//~                   ^ error[E2525]: a value of type 'Texture2D<float4>' cannot cross a stage boundary
//~                                       ^ error[E2525]: a value of type 'SamplerState' cannot cross a stage boundary
