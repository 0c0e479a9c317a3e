//@ run: -T ps_6_0
#define SIZE 15
float4 main(float n : N) : SV_Target {
    float half_of = 1 / 2;
//~                 ^ warning[W2149]: integer division '1 / 2' truncates to 0; use '1.0 / 2' to keep the fraction
    float even = 4 / 2 + 1.0 / 2;
    int whole = 7 / 2;
    float of_name = SIZE / 2;
    return n * (7/3) + half_of + even + whole + of_name;
//~             ^ warning[W2149]: integer division '7/3' truncates to 2; use '7.0 / 3' to keep the fraction
}
