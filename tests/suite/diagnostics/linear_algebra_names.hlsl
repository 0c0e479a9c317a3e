//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
// Messages name what the header declares as programs do.
#include <dx/linalg.h>
using namespace dx::linalg;

[numthreads(32, 1, 1)]
void main() {
    Matrix<ComponentType::F33, 8, 8, MatrixUse::A, MatrixScope::Wave> a;
//~                       ^ error[E2003]: no member named 'F33' in 'dx::linalg::ComponentType'
}
