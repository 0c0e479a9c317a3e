//@ run: -T cs_6_0
float4 main(float4 place : SV_Position, bool front : SV_IsFrontFace) : SV_Target {
//~    ^ error[E2530]: compute entry points need the attribute 'numthreads'
//~                        ^ error[E2521]: semantic 'SV_Position' is not allowed on a compute shader's input
//~    ^ note: 'main' is compiled for the stage 'compute'; its semantics are those of 'pixel'
    return front ? place : 0;
}
//~? note: nor has it a result: the function looks like one of another stage
