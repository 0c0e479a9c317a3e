//@ run: -T ps_6_0
static const int a = 1ulx;
//~                  ^ error[E1004]: invalid suffix 'ulx' on an integer
static const float b = 1.0q;
//~                    ^ error[E1004]: invalid suffix 'q' on a floating-point number
