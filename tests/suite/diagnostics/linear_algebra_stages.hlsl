//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
// Matrices of several invocations are those of workgroups.
#include <dx/linalg.h>
using namespace dx::linalg;
typedef Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave> Sum;
uint count() { return Sum::Splat(1.0f).Length(); }
[shader("compute")]
[numthreads(32, 1, 1)]
void dispatched() { count(); }
[shader("pixel")]
float4 shaded() : SV_Target {
    return count();
//~        ^ error[E2401]: 'dx::linalg::Matrix' is not available in the pixel stage
}
