//@ run: -T cs_6_0 -HV 2021
enum Mode { PLAIN, FANCY };
RWBuffer<uint> list;
[numthreads(1, 1, 1)]
void main() {
    Mode mode = Mode.FANCY;
//~             ^ error[E2004]: 'Mode' does not name a value
    list[0] = mode;
}
