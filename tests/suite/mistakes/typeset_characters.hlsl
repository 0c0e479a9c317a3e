//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
    return x – 1;
//~          ^ error[E1001]: unexpected character '–'
//~          ^ note: did you mean '-'?
}
