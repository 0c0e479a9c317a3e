//@ run: -T ps_6_0
// Instances are named with their arguments, also within others.
template<typename T, int N> struct Row { T values[N]; };
template<typename T> struct Pair { T first; T second; };
void take(Row<float, 2> row) { }
float4 main(float4 tint : TINT) : SV_Target {
    Row<float3, 2> row = (Row<float3, 2>)0;
    take(row);
//~ ^ error[E2111]: no matching function for call to 'take'
    Pair<Pair<int> > pairs = (Pair<Pair<int> >)0;
    float4 sum = pairs;
//~              ^ error[E2118]: cannot implicitly convert 'Pair<Pair<int>>' to 'float4'
    pairs.third = 1;
//~       ^ error[E2100]: no member named 'third' in 'Pair<Pair<int>>'
    return sum + row.values;
//~            ^ error[E2106]: invalid operands to '+': 'float4' and 'float3[2]'
}
