//@ run: -T cs_6_0
#define COUNT 4;
RWStructuredBuffer<float> list;
[numthreads(1, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    float kept[COUNT];
//~            ^ error[E1120]: macro 'COUNT' ends with ';', which ends the statement here
    kept[0] = 1;
    list[at.x] = max(kept[0], COUNT);
//~                           ^ error[E1120]: macro 'COUNT' ends with ';', which ends the statement here
}
