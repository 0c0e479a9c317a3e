//@ run: -T cs_6_0
float4 main(float4 place : SV_Position, bool front : SV_IsFrontFace) : SV_Target {
//~    ^ error[E2530]: compute entry point requires the attribute 'numthreads'
//~                        ^ error[E2521]: semantic 'SV_Position' is not allowed on a compute shader's input
//~    ^ note: 'main' is compiled as a compute shader, but has semantics of a pixel shader
    return front ? place : 0;
}
//~? note: a compute shader returns void; is this a shader of another stage?
