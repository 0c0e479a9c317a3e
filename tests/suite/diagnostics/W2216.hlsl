//@ run: -T ps_6_0 -E main
enum Mode { Off, Low, High };
float f(Mode mode) {
    switch (mode) { case Off: case Low: case High: return 1; case (Mode)7: return 2; }
//~                                                          ^ warning[W2216]: case value is not an enumerator of 'Mode'
    switch (mode) { case Off: return 1; case (Mode)3: case (Mode)4: return 2; default: return 3; }
//~                                     ^ warning[W2216]: case value is not an enumerator of 'Mode'
//~                                                   ^ warning[W2216]: case value is not an enumerator of 'Mode'
    return 0;
}
enum Flags : uint { None = 0, All = 0xffffffff };
float g(Flags flags) {
    switch (flags) { case None: return 0; case All: return 1; }
    return 2;
}
float4 main() : SV_Target { return f(Low); }
