//@ run: -T cs_6_0
// Integers of minimum precision divide when they have no sign.
RWStructuredBuffer<uint> result;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    min16uint2 p = min16uint2(id.xy);
    result[id.x] = p.x % 2 + p.y / 3;
    min16int q = min16int(id.z);
    result[id.y] = q / q;
//~                  ^ error[E2106]: invalid operands to '/': 'min16int' and 'min16int'
}
