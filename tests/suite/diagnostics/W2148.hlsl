//@ run: -T ps_6_0
float4 main(uint n : N) : SV_Target {
    float list[4];
    float4 colour = 0;
    float sum = 0;
    for (int i = 0; i < 4; i++) list[i] = i;
    for (int j = 0; j <= 4; j++) sum += list[j];
//~                                          ^ warning[W2148]: index 'j' reaches 4, which is out of bounds (length is 4)
    for (uint k = 0; k <= 4; ++k) colour[k] = sum;
//~                                      ^ warning[W2148]: index 'k' reaches 4, which is out of bounds (length is 4)
    for (int a = 0; a <= 4; a++) if (a < 4) sum += list[a];
    for (int b = 0; b <= 4; b++) { if (b == 4) break; sum += list[b]; }
    for (int c = 0; c <= 4; c++) sum += c < 4 ? list[c] : 0;
    for (int d = 0; d <= 4; d++) { sum += d; d++; sum += list[d]; }
    return sum + colour;
}
