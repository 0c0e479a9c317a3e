float area(float2 size) { return size.x * size.y; }

#ifdef HLSL_TEST
[[test]] void of_a_header() { check(area(float2(0, 3)) == 0); }
#endif
