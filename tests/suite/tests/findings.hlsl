//@ run: -T lib_6_6
// What checks find is what is expected, or is not.
static const int table[4] = { 1, 2, 3, 4 };
[[test]] [[finds("bounds")]] [[case(4)]] void beyond(int at) { check(table[at] != 9); }
[[test]] [[finds("int-div-zero", 6)]] void divides() { int zero = 0;
    check(1 / zero != 7); }
[[test]] [[finds("bounds", 9)]] void elsewhere() { int at = 7; check(table[at] != 9); }
[[test]] [[finds("race")]] void none() { check(true); }
[[test]] void plain() { check(true); }
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
