//@ run: -T cs_6_6 -fcgl
// A function that returns no resource cannot be called; one that is never called does not matter.
ByteAddressBuffer none(uint i) {}
//~                             ^ error[E2200]: function 'none' returns no 'ByteAddressBuffer'
Texture2D never() {}
//~                ^ warning[W2057]: control reaches end of non-void function 'never'
struct Pair { Texture2D map; SamplerState state; };
Pair pair() {}
//~          ^ error[E2200]: function 'pair' returns no 'Pair'
float number() {}
//~             ^ warning[W2057]: control reaches end of non-void function 'number'

[numthreads(1, 1, 1)] void main() {
    none(0);
    pair();
    number();
}
