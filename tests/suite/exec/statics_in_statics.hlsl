//@ run: -T cs_6_0
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:15,7,5,27

// The initialiser of a static is where templates are used for the first time, whose members have initialisers as well.
template<typename T> struct Table { static const T values[2]; static T last; };
template<typename T> static const T Table<T>::values[2] = { T(7), T(9) };
template<typename T> static T Table<T>::last = T(5);
template<int N> struct Chain { static float sum; };
template<int N> static float Chain<N>::sum = Chain<N - 1>::sum + N;
template<> struct Chain<0> { static float sum; };
static float Chain<0>::sum = 17;
static float all = Table<float>::values[1] + Table<float>::last + 1;
static float chained = Chain<4>::sum;
RWStructuredBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = all;
    o[1] = Table<float>::values[0];
    o[2] = Table<float>::last;
    o[3] = chained;
}
