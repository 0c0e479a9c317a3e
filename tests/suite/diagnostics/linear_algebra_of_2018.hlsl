//@ run: -T cs_6_10 -HV 2018 -fspv-target-env=vulkan1.3
#include <dx/linalg.h>
[numthreads(32, 1, 1)]
void main() { dx::linalg::Matrix m; }
//~               ^ error[E2128]: 'dx::linalg' is not supported
