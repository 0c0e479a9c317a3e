//@ run: -T vs_6_0
float4 main(float4 place : SV_Position, bool front : SV_IsFrontFace) : SV_Target {
//~                                                                    ^ error[E2521]: semantic 'SV_Target' is not allowed on a vertex shader's output
    return front ? place : 0;
}
