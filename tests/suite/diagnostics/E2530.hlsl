//@ run: -T cs_6_0
void main(uint3 id : SV_DispatchThreadID) { }
//~  ^ error[E2530]: compute entry points need the attribute 'numthreads'
