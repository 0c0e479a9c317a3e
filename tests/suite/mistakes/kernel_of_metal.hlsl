//@ run: -T cs_6_0
kernel void main(device float* list [[buffer(0)]], uint at [[thread_position_in_grid]]) {
//~         ^ error[E1101]: unexpected 'main'
    list[at] = 1;
}
