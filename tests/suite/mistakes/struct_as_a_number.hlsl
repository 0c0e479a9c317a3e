//@ run: -T ps_6_0
struct Light { float3 direction; float power; };
float4 main(float3 d : D) : SV_Target {
    Light light = Light(d, 2.0);
//~               ^ error[E2120]: wrong number of arguments for 'Light': expected 1, found 2
//~               ^ note: structs have no constructors; a declaration initializes them with '= { ... }'
    Light other = { d, 1.0 };
    if (other == other) return 1;
//~           ^ error[E2106]: invalid operands to '==': 'Light' and 'Light'
//~           ^ note: operators work on the members of a struct, one by one
    return d.x > 0 ? other : 1;
//~        ^ error[E2106]: invalid operands to '?:': 'Light' and 'literal int'
//~        ^ note: operators work on the members of a struct, one by one
}
