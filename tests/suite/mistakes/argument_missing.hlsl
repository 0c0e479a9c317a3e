//@ run: -T ps_6_0
float4 main(float edge : EDGE) : SV_Target {
    return smoothstep(edge, 1.0);
//~        ^ error[E2120]: wrong number of arguments for 'smoothstep': expected 3, found 2
}
