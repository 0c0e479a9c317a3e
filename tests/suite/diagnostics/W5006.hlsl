//@ run: -T ps_6_0 -Od -fspv-validator=spirv-tools
//@ only with SPIRV-Tools: this compiler's own validator is quick at it
#define IN1 if (x > y++) { x += 2;
#define IN4 IN1 IN1 IN1 IN1
#define IN16 IN4 IN4 IN4 IN4
#define IN64 IN16 IN16 IN16 IN16
#define OUT1 }
#define OUT4 OUT1 OUT1 OUT1 OUT1
#define OUT16 OUT4 OUT4 OUT4 OUT4
#define OUT64 OUT16 OUT16 OUT16 OUT16
float4 main(float x : X, float y : Y) : SV_Target {
    IN64 IN64 IN1 IN1
    OUT64 OUT64 OUT1 OUT1
    return x;
}
//~? warning[W5006]: module is not validated: control flow is nested 130 levels deep
