//@ run: -T ps_6_0
float4 main(bool front : SV_IsFrontFase) : SV_Target {
//~                      ^ error[E2543]: 'SV_IsFrontFase' is no system value
//~                      ^ note: did you mean 'SV_IsFrontFace'?
    return front;
}
