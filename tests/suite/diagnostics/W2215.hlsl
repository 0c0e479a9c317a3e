//@ run: -T ps_6_0 -E main
enum Mode { Off, Low, High, Auto, Default = Low };
enum class Side { Left, Right };
float f(Mode mode) {
    switch (mode) { case Off: return 1; case Low: return 2; case High: return 3; }
//~         ^ warning[W2215]: switch does not handle 'Auto'
    switch (mode) { case Off: return 1; }
//~         ^ warning[W2215]: switch does not handle 'Low', 'High' and 'Auto'
    switch (mode) { }
//~         ^ warning[W2215]: switch does not handle 'Off', 'Low', 'High' and 1 more
    switch (mode) { case Off: case Low: case High: case Auto: return 5; }
    switch (mode) { case Off: return 1; default: return 2; }
    switch ((int)mode) { case Off: return 1; }
    return 0;
}
float g(Side side) {
    switch (side) { case Side::Left: return 1; }
//~         ^ warning[W2215]: switch does not handle 'Right'
    switch (side) { case Side::Left: return 1; case Side::Right: return 2; }
    return 0;
}
float4 main() : SV_Target { return f(Low) + g(Side::Left); }
