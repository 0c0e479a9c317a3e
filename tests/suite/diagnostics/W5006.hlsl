//@ run: -T ps_6_0 -fspv-validator=spirv-tools
//@ only with SPIRV-Tools: this compiler's own validator is quick at it
#define E1 else if (x > y++) x += 2;
#define E4 E1 E1 E1 E1
#define E16 E4 E4 E4 E4
#define E64 E16 E16 E16 E16
float4 main(float x : X, float y : Y) : SV_Target {
    if (x > y) x += 1;
    E64 E64 E1
    return x;
}
//~? warning[W5006]: module is not validated: control flow is nested 130 levels deep
