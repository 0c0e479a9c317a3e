//@ run: -T cs_6_4 -fspv-target-env=vulkan1.1
//@ in: o = u32:0x01020304,0x05060708,100,0x01fe03fc
//@ dispatch: 1
//@ out: o = u32:170,90,100,0x01fe03fc
//@ check: OpCapability DotProductInput4x8BitPacked
//@ check: OpExtension "SPV_KHR_integer_dot_product"
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ in: o = u32:0x01020304,0x05060708,100,0x01fe03fc
//@ dispatch: 1
//@ out: o = u32:170,90,100,0x01fe03fc
//@ check: OpCapability DotProductInput4x8BitPacked
//@ check-not: OpExtension "SPV_KHR_integer_dot_product"
RWStructuredBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint sum = dot4add_u8packed(o[0], o[1], o[2]);
    o[1] = dot4add_i8packed(o[0], o[3], o[2]);
    o[0] = sum;
}
