//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_16bit_storage
//@ in: left = f32:0,1,2,3,4,5,6,7
//@ in: right = f32:1,0,0,1,1,1,2,2
//@ in: result = f32:0*8
//@ in: total = u32:0*4
//@ dispatch: 1
//@ out: result = f32:8,9,24,25,0,0,0,0
//@ out: total = u32:8,9,24,25
// Matrices of a thread group of several waves: each element belongs to one of the threads.
#include <dx/linalg.h>
using namespace dx::linalg;

ByteAddressBuffer left, right;
RWByteAddressBuffer result, total;

[numthreads(128, 1, 1)]
void main() {
    typedef Matrix<ComponentType::F32, 2, 4, MatrixUse::A, MatrixScope::ThreadGroup> A;
    typedef Matrix<ComponentType::F32, 4, 2, MatrixUse::B, MatrixScope::ThreadGroup> B;
    A a = A::Load(left, 0, 16, MatrixLayout::RowMajor);
    B b = B::Load(right, 0, 8, MatrixLayout::RowMajor);
    Matrix<ComponentType::F32, 2, 2, MatrixUse::Accumulator, MatrixScope::ThreadGroup> sum =
        Multiply<ComponentType::F32>(a, b);
    sum.Store(result, 0, 8, MatrixLayout::RowMajor);
    sum.Cast<ComponentType::U32>().InterlockedAccumulate(total, 0, 8, MatrixLayout::RowMajor);
}
