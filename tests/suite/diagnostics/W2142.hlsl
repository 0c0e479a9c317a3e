//@ run: -T ps_6_2
float f(double x) { return x; }
//~                        ^ warning[W2142]: implicit conversion from 'double' to smaller type 'float'
float2 g(double3 x, uint64_t n) { float y = x.x; min16float2 z = float2(y, 1); int i = n; y += float(x.y); return (float2)x.xy + z + i + f(2.5); }
//~                                           ^ warning[W2142]: implicit conversion from 'double' to smaller type 'float'
//~                                                              ^ warning[W2142]: implicit conversion from 'float2' to smaller type 'min16float2'
//~                                                                                    ^ warning[W2142]: implicit conversion from 'uint64_t' to smaller type 'int'
min16int h(int i) { min16int j = 5; return j + min16int(i); }
half k(float x) { return x; }
float4 main() : SV_Target { return 0; }
