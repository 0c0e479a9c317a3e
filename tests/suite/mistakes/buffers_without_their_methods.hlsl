//@ run: -T cs_6_0
AppendStructuredBuffer<float> appended;
ConsumeStructuredBuffer<float> consumed;
ByteAddressBuffer bytes;
RWByteAddressBuffer more_bytes;
RWTexture2D<float4> image;
Texture2D other;
SamplerState smooth;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    appended[id.x] = 1;
//~ ^ error[E2103]: 'AppendStructuredBuffer<float>' cannot be indexed
//~ ^ note: elements are added with 'Append'
    float a = consumed[id.x];
//~           ^ error[E2103]: 'ConsumeStructuredBuffer<float>' cannot be indexed
//~           ^ note: elements are taken with 'Consume'
    float b = bytes[id.x * 4];
//~           ^ error[E2103]: 'ByteAddressBuffer' cannot be indexed
//~           ^ note: bytes are read with 'Load' and written with 'Store' at an offset
    float c = bytes.LoadFloat(id.x * 4);
//~                 ^ error[E2100]: no member named 'LoadFloat' in 'ByteAddressBuffer'
//~                 ^ note: 'Load<T>' reads values of any type, as in 'Load<float>(offset)'
    more_bytes.StoreFloat(id.x * 4, c);
//~            ^ error[E2100]: no member named 'StoreFloat' in 'RWByteAddressBuffer'
//~            ^ note: 'Store' writes values of any type, as in 'Store<float>(offset, value)'
    float4 d = image.SampleLevel(smooth, float2(0, 0), 0);
//~                  ^ error[E2100]: no member named 'SampleLevel' in 'RWTexture2D<float4>'
//~                  ^ note: a read-write texture has no filter: read it with [coordinates], or declare it without 'RW'
    float4 e = other * 2;
//~                  ^ error[E2106]: invalid operands to '*': 'Texture2D<float4>' and 'literal int'
//~                  ^ note: a texture is read with 'Sample', 'Load' or [coordinates]
}
