//@ run: -T ps_6_0
struct S {
    float x;
    S operator+(S other) { S r; r.x = x + other.x; return r; }
    S operator=(S other) { return other; }
//~   ^ error[E2060]: assignment operators cannot be overloaded
};
S operator-(S a, S b) { return a; }
//~ error[E2060]: operators can only be overloaded as members of a struct
float4 main() : SV_Target { return 0; }
