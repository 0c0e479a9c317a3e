//@ run: -T ps_6_0
float4 main(int n : N, uint m : M) : SV_Target {
    float sum = 0;
    for (int i = 0; i < n; i--) sum += i;
//~                 ^ warning[W2165]: 'i' moves away from the bound in the loop condition
//~                        ^ note: it is changed here
    for (int j = n; j > 0; ++j) sum += j;
//~                 ^ warning[W2165]: 'j' moves away from the bound in the loop condition
//~                        ^ note: it is changed here
    for (uint k = m - 1; k < m; k--) sum += k;
    for (int l = n; 0 <= l; l--) sum += l;
    for (int o = 0; o < n; o--) o += 2;
    return sum;
}
