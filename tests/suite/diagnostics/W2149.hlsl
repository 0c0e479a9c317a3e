//@ run: -T ps_6_0
#define SIZE 15
float4 main(float n : N) : SV_Target {
    float half_of = 1 / 2;
//~                 ^ warning[W2149]: '1 / 2' divides integers and is 0; '1.0 / 2' keeps the fraction
    float even = 4 / 2 + 1.0 / 2;
    int whole = 7 / 2;
    float of_name = SIZE / 2;
    return n * (7/3) + half_of + even + whole + of_name;
//~             ^ warning[W2149]: '7/3' divides integers and is 2; '7.0 / 3' keeps the fraction
}
