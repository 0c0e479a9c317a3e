//@ run: -T ps_6_0
float4 main() : SV_Target {
    int count = 5000000000;
//~             ^ warning[W2137]: 5000000000 does not fit in 'int'
    return count;
}
