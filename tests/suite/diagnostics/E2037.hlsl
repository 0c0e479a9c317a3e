//@ run: -T ps_6_0
struct S {
    float a : 3;
//~       ^ error[E2037]: invalid bit-field: type 'float' is not an integer type
    uint b : 33;
//~      ^ error[E2037]: invalid bit-field: width 33 exceeds the 32 bits of its type
    uint c : 0;
//~      ^ error[E2037]: invalid bit-field: width 0 exceeds the 32 bits of its type
    bool e : 1;
//~      ^ error[E2037]: invalid bit-field: type 'bool' is not supported
    uint ok : 7;
};
float4 main() : SV_Target { return 0; }
