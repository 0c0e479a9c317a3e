//@ run: -T ps_6_0
float4 main(int n : N) : SV_Target {
    float sum = 0;
    int k = 0;
    for (int i = 0; i < n; i++);
//~                            ^ warning[W2214]: 'for' has an empty body
    {
        sum += 1;
    }
    while (k++ < n);
//~                ^ warning[W2214]: 'while' has an empty body
        sum += 2;
    while (k-- > 0);
    for (int j = 0; j < n; j++)
        ;
    {
        sum += 3;
    }
    return sum;
}
