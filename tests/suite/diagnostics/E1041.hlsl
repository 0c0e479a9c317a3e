//@ run: -T ps_6_0
float a;
#include "missing.hlsli"
//~      ^ fatal error[E1041]: cannot find the included file 'missing.hlsli'
