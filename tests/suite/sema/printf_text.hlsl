//@ run: -T cs_6_0
// The text that is printed is part of the module.
static const string known = "known";
static const string other = "other";
[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    printf(known);
    printf(id > 2 ? known : other);
//~        ^ error[E2125]: argument 1 of 'printf' must be a constant expression
}
