//@ run: -T cs_6_0
// Keywords are names of attributes too, also in namespaces.
[[ns::case(1, 2)]] [[ns::default]] [[for::case]]
//~ warning[W2510]: unknown attribute 'ns::case' is ignored
//~                  ^ warning[W2510]: unknown attribute 'ns::default' is ignored
//~                                  ^ warning[W2510]: unknown attribute 'for::case' is ignored
[numthreads(1, 1, 1)] void main() {
    [[case(3)]] int a = 0;
//~   ^ warning[W2510]: unknown attribute 'case' is ignored
}
