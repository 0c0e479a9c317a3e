//@ run: -T ps_6_0
#include "E1042.hlsl"
//~      ^ fatal error[E1042]: #include is nested more than 200 levels deep
