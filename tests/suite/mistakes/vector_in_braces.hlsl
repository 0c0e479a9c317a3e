//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target { return { x, x, x, 1 }; }
//~                                           ^ error[E1103]: expected an expression, found '{'
//~                                           ^ note: a vector is made by its type, as in 'float4(x, y, z, w)'
