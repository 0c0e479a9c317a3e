//@ run: -T cs_6_0
RWStructuredBuffer plain;
//~ error[E2020]: use of template 'RWStructuredBuffer' requires template arguments
//~ note: write the type of its contents, as in 'RWStructuredBuffer<float4>'
RWTexture2D image;
//~ error[E2020]: use of template 'RWTexture2D' requires template arguments
//~ note: write the type of its contents, as in 'RWTexture2D<float4>'
ConstantBuffer constants;
//~ error[E2020]: use of template 'ConstantBuffer' requires template arguments
//~ note: write the type of its contents, as in 'ConstantBuffer<S>'
RWStructuredBuffer<Particle> particles;
//~                ^ error[E2002]: unknown type name 'Particle'
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { }
