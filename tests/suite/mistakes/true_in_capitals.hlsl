//@ run: -T ps_6_0
float4 main() : SV_Target {
    bool lit = TRUE;
//~            ^ error[E2001]: use of undeclared identifier 'TRUE'
//~            ^ note: did you mean 'true'?
    return lit ? 1 : 0;
}
