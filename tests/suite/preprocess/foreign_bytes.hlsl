//@ run: -T ps_6_0
// Bytes that are no UTF-8 are nobody's business in comments: Café
/* Müller */
float4 main() : SV_Target { return 0; }
