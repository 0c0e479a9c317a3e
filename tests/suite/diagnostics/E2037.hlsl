//@ run: -T ps_6_0
struct S {
    float a : 3;
//~       ^ error[E2037]: invalid bit-field: type 'float' is no integer
    uint b : 33;
//~      ^ error[E2037]: invalid bit-field: a width of 33 does not fit into 32 bits
    uint c : 0;
//~      ^ error[E2037]: invalid bit-field: a width of 0 does not fit into 32 bits
    bool e : 1;
//~      ^ error[E2037]: invalid bit-field: type 'bool' is not supported
    uint ok : 7;
};
float4 main() : SV_Target { return 0; }
