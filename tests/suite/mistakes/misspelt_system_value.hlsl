//@ run: -T ps_6_0
float4 main(bool front : SV_IsFrontFase) : SV_Target {
//~                      ^ error[E2543]: unknown system value 'SV_IsFrontFase'
//~                      ^ note: did you mean 'SV_IsFrontFace'?
    return front;
}
