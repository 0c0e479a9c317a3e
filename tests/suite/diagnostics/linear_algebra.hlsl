//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_cooperative_matrix
// What a matrix needs and does not have is reported where the source asks for it.
#include <dx/linalg.h>
using namespace dx::linalg;
ByteAddressBuffer source;
RWByteAddressBuffer target;
groupshared float sums[256];
typedef Matrix<ComponentType::F16, 16, 8, MatrixUse::A, MatrixScope::Wave> A;
typedef Matrix<ComponentType::F16, 16, 16, MatrixUse::B, MatrixScope::Wave> B;
typedef Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::Wave> Square;
typedef Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave> Sum;
typedef Matrix<ComponentType::F16, 8, 8, MatrixUse::A, MatrixScope::Thread> Weights;
typedef Matrix<ComponentType::F32, 16, 16, MatrixUse::A, MatrixScope::ThreadGroup> GroupA;
typedef Matrix<ComponentType::F32, 16, 16, MatrixUse::B, MatrixScope::ThreadGroup> GroupB;

void add(inout Sum sum) {
    sum.Accumulate(Square::Splat(1.0h));
//~     ^ error[E2055]: static assertion failed: matrices A and B become accumulators by the extension SPV_EXT_cooperative_matrix_maintenance1 alone
}
[numthreads(32, 1, 1)]
void main() {
    Sum sum = Sum::Splat(0.0f);
    add(sum);
    sum.Store(target, 0, 64, MatrixLayout::RowMajor);
    Weights weights = Weights::Load<MatrixLayout::MulOptimal>(source, 0, 0);
//~                            ^ error[E2055]: static assertion failed: the layout of the device is not known without the extension SPV_NV_cooperative_vector
    Square aligned = Square::Load<16>(source, 0, 32, MatrixLayout::RowMajor);
//~                          ^ error[E2055]: static assertion failed: the alignment of a matrix must be a multiple of 128
    sum.InterlockedAccumulate(sums, 0, 16, MatrixLayout::RowMajor);
//~     ^ error[E2055]: static assertion failed: atomic additions of floats to groupshared memory need the extension SPV_EXT_shader_atomic_float_add (option '-fspv-extension=')
    Multiply<ComponentType::F32>(A::Splat(1.0h), B::Splat(1.0h));
//~ ^ error[E2111]: no matching function for call to 'Multiply'
    Multiply<ComponentType::F32>(GroupA::Splat(1.0f), GroupB::Splat(1.0f)).Store(target, 0, 64, MatrixLayout::RowMajor);
//~ ^ error[E2055]: static assertion failed: matrices of a thread group need the extension SPV_NV_cooperative_matrix2
}
