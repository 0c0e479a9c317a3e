//@ run: -T cs_6_0
RWStructuredBuffer<float> Out;
[numthreads(1, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    Out[at.x] = sin(cos(1.0);
//~                         ^ error[E1102]: expected ')'
}
