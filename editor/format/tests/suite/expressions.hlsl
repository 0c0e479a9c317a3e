//@ fmt: width=60
void f()
{
    x=a+b*-c;y=!a&&~b||c--+ ++d;
    z=(float3)v.xyz+(a)-b*(float) -c;
    bool lower = a<b && c>d, upper = a >=b;
    uint s = a>>2|b<<3;s>>=1;
    w = asuint( buffer.Load<uint2>(4*i).x )[0];
    t = Tex[NonUniformResourceIndex(i)].SampleLevel(Sampler, uv, 0).rgb;
    float long_name = some_function(first_argument, second_argument) * another_function(third_argument);
    float other_name = condition_is_true && another_condition ? value_if_true : value_if_false_and_more;
    call(
        a,
      b);
    call(nested(a,
      b),
        c);
    v = a +
    b;
    MACRO_STATEMENT(x)
    MACRO_STATEMENT(y)
    m = float3x3( 1.0,  0.0, -1.0,
                 -1.0,  0.5,  0.0,
                  0.0, 10.0,  2.0);
    a   = 1;
    bcd = 2;
    return x ? -1 : +1;
}
