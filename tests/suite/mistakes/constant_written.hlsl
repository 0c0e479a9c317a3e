//@ run: -T ps_6_0
float4 main() : SV_Target {
    const int count = 2;
    count += 1;
//~ ^ error[E2102]: expression is not assignable: 'count' is const
    return count;
}
