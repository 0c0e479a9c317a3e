// -T ps_6_6 -E main
float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    int local_before = 1; // a brace }
    /* another } one */
    { float local_closed = 1; }
    printf("a literal with } in it");
    loc
//     ^ complete local_
//| local_before int local_before
    return uv.xyxy;
}
