//@ run: -T cs_6_10 -E main -fspv-target-env=vulkan1.3
#include <dx/linalg.h>
using namespace dx::linalg;
RWByteAddressBuffer b;
[numthreads(32, 1, 1)]
void main() {
    using M = Matrix<ComponentType::F32, 4, 4, MatrixUse::A, MatrixScope::Wave>;
    M m = M::Splat(1.0);
}
//~? error[E1046]: the linear algebra of shader model 6.10 is not supported
