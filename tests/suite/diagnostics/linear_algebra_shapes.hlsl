//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
// The dimension that a product sums over has limits, which depend on the scope.
#include <dx/linalg.h>
using namespace dx::linalg;
RWByteAddressBuffer buffer;
[numthreads(32, 1, 1)]
void main() {
    Matrix<ComponentType::F32, 16, 2, MatrixUse::A, MatrixScope::Wave> narrow;
//~ ^ error[E2055]: static assertion failed: the columns of A and the rows of B are 4 to 128, of a thread group 1 to 1024
    Matrix<ComponentType::F32, 2048, 16, MatrixUse::B, MatrixScope::ThreadGroup> tall;
//~ ^ error[E2055]: static assertion failed: the columns of A and the rows of B are 4 to 128, of a thread group 1 to 1024
    Matrix<ComponentType::F32, 0, 16, MatrixUse::A, MatrixScope::Wave> empty;
//~ ^ error[E2055]: static assertion failed: the columns of A and the rows of B are 4 to 128, of a thread group 1 to 1024
    Matrix<ComponentType::F32, 16, 130, MatrixUse::A, MatrixScope::Thread> wide;
//~ ^ error[E2055]: static assertion failed: the columns of a matrix of a thread are 4 to 128
    Matrix<ComponentType::F32, 16, 16, (MatrixUseEnum)3, MatrixScope::Wave> unused;
//~ ^ error[E2055]: static assertion failed: the use or the scope of a matrix does not exist
    Matrix<ComponentType::F32, 2000, 3, MatrixUse::Accumulator, MatrixScope::ThreadGroup> sums;
    sums = Matrix<ComponentType::F32, 2000, 3, MatrixUse::Accumulator, MatrixScope::ThreadGroup>::Splat(0.0f);
}
