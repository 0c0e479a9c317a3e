//@ run: -T ps_6_0 -fvk-bind-register u0 0 1 0
float loose;
//~   ^ error[E2505]: -fvk-bind-register requires -fvk-bind-globals for the globals of this file
float4 main() : SV_Target { return loose; }
