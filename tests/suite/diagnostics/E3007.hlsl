//@ run: -T ps_6_0
#define F16 float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float
#define F240 F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16, F16
#define A16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define A240 A16, A16, A16, A16, A16, A16, A16, A16, A16, A16, A16, A16, A16, A16, A16
float many(F240, F16) { return 1; }
//~   ^ error[E3007]: function 'many' has more than 255 parameters
float4 main() : SV_Target { return many(A240, A16); }
