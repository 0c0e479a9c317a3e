//@ run: -T ps_6_0
float4 main(uint n : N) : SV_Target {
    float sum = 0;
    for (uint i = n; i >= 0; i--) {
//~                  ^ warning[W2150]: loop condition is always true: an unsigned value is never negative
        sum += i;
    }
    return sum;
}
float leaves(uint n) {
    for (uint i = n; i >= 0; i--) {
        if (i == 3) break;
    }
    for (int j = 4; j >= 0; j--) n += 2;
    return n;
}
