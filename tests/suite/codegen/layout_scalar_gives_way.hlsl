//@ run: -T cs_6_0 -fcgl -Vd -fvk-use-dx-layout -fvk-use-scalar-layout
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 1 Offset 16
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 2 Offset 52
//@ run: -T cs_6_0 -fcgl -Vd -fvk-use-scalar-layout -fvk-use-dx-layout
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 1 Offset 16
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 2 Offset 52
//@ run: -T cs_6_0 -fcgl -Vd -fvk-use-gl-layout -fvk-use-scalar-layout
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 1 Offset 16
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 2 Offset 64
//@ run: -T cs_6_0 -fcgl -Vd -fvk-use-scalar-layout
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 1 Offset 12
//@ check: OpMemberDecorate %type_ConstantBuffer_Item 2 Offset 24

// As compushady asks for its layout.
struct Item {
    float3 a;
    float b[3];
    float2 c;
};
ConstantBuffer<Item> item;
RWStructuredBuffer<float2> data;

[numthreads(1, 1, 1)] void main() { data[0] = item.c + item.a.x + item.b[1]; }
