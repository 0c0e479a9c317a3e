//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
//~                                  ^ note: this body is not closed
    float square(float y) { return y * y; }
//~ ^ error[E1125]: a function cannot be defined inside another function
    return square(x);
}
