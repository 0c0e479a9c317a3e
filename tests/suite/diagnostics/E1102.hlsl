//@ run: -T ps_6_0
float4 main() : SV_Target { float a = 1
//~                                    ^ error[E1102]: expected ';' after declaration
  return a; }
