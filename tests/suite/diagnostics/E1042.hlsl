//@ run: -T ps_6_0
#include "E1042.hlsl"
//~      ^ fatal error[E1042]: files include each other more than 200 deep
