//@ run: -T cs_6_0
void main(uint3 id : SV_DispatchThreadID) { }
//~  ^ error[E2530]: compute entry point requires the attribute 'numthreads'
