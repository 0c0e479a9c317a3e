//@ run: -T lib_6_3 -fspv-target-env=universal1.5 --function=scaled
//@ emit: llvm-dialect
//@ check: llvm.func @scaled({*}) -> vector<2xf32>
//@ check-not: llvm.func @kernel
//@ run: -T lib_6_3 -fspv-target-env=universal1.5 --function=steps
//@ emit: llvm
//@ check: define i32 @steps(ptr {start}) nounwind noinline
//@ check: ret i32
// A function with its parameters and its result; what it calls is inlined.

float factor(uint count) {
    return count * 0.5;
}

export float2 scaled(float2 value, uint count) {
    return value * factor(count);
}

[noinline] export uint steps(uint start) {
    uint count = 0;
    while (start > 1 && count < 1000) {
        start = start % 2 == 0 ? start / 2 : 3 * start + 1;
        count++;
    }
    return count;
}
