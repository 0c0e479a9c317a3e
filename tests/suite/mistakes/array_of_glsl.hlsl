//@ run: -T ps_6_0
float4 main(uint at : AT) : SV_Target {
    float weights[3] = float[3](0.1, 0.2, 0.3);
//~                         ^ error[E1118]: array length must follow the name
//~                    ^ note: an array is initialized with a list, as in 'float taps[2] = { 0, 1 }'
    return weights[at];
}
