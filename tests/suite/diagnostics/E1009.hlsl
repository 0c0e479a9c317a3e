//@ run: -T ps_6_0
static const int a = 'ab';
//~                  ^ error[E1009]: character literal must contain exactly one character
