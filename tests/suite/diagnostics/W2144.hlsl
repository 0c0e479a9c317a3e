//@ run: -T ps_6_0 -E main
static int kept;
int twice(inout int x) { return x++ + x; }
//~                             ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
struct Counter {
    int count;
    int next() { return count++ + count; }
//~                     ^ warning[W2144]: unsequenced modification: 'count' is modified and read in one expression
};
int between(int2 limits) { return limits.x; }
float4 main(nointerpolation int i : I) : SV_Target {
    int list[4] = { 1, 2, 3, 4 };
    int x = i;
    x = x++;
//~ ^ warning[W2144]: unsequenced modification: 'x' is modified twice in one expression
    x = -x--;
//~ ^ warning[W2144]: unsequenced modification: 'x' is modified twice in one expression
    x = list[x++];
//~ ^ warning[W2144]: unsequenced modification: 'x' is modified twice in one expression
    x += x++;
//~      ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    list[x++] = x;
//~      ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    list[x] = x++;
//~           ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    int y = x++ * x++;
//~         ^ warning[W2144]: unsequenced modification: 'x' is modified twice in one expression
    y = max(x++, x);
//~         ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    y = between(int2(x++, x));
//~                  ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    int2 pair = { x++, x };
//~               ^ warning[W2144]: unsequenced modification: 'x' is modified and read in one expression
    y = (x = 1) + (x = 2);
//~      ^ warning[W2144]: unsequenced modification: 'x' is modified twice in one expression
    kept = i;
    y += kept++ - kept;
//~      ^ warning[W2144]: unsequenced modification: 'kept' is modified and read in one expression
    for (int k = 0; k < 3; k = k++) y++;
//~                        ^ warning[W2144]: unsequenced modification: 'k' is modified twice in one expression
    // In order, or not both.
    x = ++x;
    x = (x = 3) + 1;
    x = x + 1;
    x += x;
    y = x++ && x;
    y = x++ || x++;
    y = i > 1 ? x++ : x;
    y = x++ ? x : 1;
    y = (x++, x);
    y = x = y;
    list[i] = list[i]++;
    y = x++ + y;
    pair.x = pair.y++;
    y = twice(x) + x;
    Counter counter = { 1 };
    y += counter.next() + counter.count;
    return x + y + pair.x + list[1];
}
