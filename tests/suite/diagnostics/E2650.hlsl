//@ run: -T cs_6_9 -fspv-target-env=vulkan1.3
#include <dx/linalg.h>
using namespace dx::linalg;
//~                 ^ error[E2650]: linear algebra requires shader model 6.10 or later (option '-T')
RWByteAddressBuffer buffer;
[numthreads(32, 1, 1)]
void main() {
    Matrix<ComponentType::F32, 16, 16, MatrixUse::A, MatrixScope::Wave>::Splat(1.0f)
        .Store(buffer, 0, 64, MatrixLayout::RowMajor);
}
