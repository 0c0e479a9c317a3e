//@ run: -T ps_6_0
// Café
//~   ^ warning[W5003]: the file is not valid UTF-8 here
float4 main() : SV_Target { return 0; }
