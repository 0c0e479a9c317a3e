//@ run: -T ps_6_2
float f(double x) { return x; }
//~                        ^ warning[W2142]: implicit conversion of 'double' to the smaller 'float'
float2 g(double3 x, uint64_t n) { float y = x.x; min16float2 z = float2(y, 1); int i = n; y += float(x.y); return (float2)x.xy + z + i + f(2.5); }
//~                                           ^ warning[W2142]: implicit conversion of 'double' to the smaller 'float'
//~                                                              ^ warning[W2142]: implicit conversion of 'float2' to the smaller 'min16float2'
//~                                                                                    ^ warning[W2142]: implicit conversion of 'uint64_t' to the smaller 'int'
min16int h(int i) { min16int j = 5; return j + min16int(i); }
half k(float x) { return x; }
float4 main() : SV_Target { return 0; }
