#include <vk/khr/cooperative_matrix.h>
#include <dx/linalg.h>
using namespace dx::linalg;

RWStructuredBuffer<float> floats;
RWStructuredBuffer<int> integers;
ByteAddressBuffer weights;

template <typename T, vk::CooperativeMatrixUse Use, uint Rows, uint Columns>
using Own = vk::khr::CooperativeMatrix<T, vk::ScopeSubgroup, Rows, Columns, Use>;

template <typename T> void multiply(RWStructuredBuffer<T> numbers) {
    Own<T, vk::CooperativeMatrixUseMatrixAKHR, 16, 8> a =
        Own<T, vk::CooperativeMatrixUseMatrixAKHR, 16, 8>::template Load<vk::CooperativeMatrixLayoutRowMajorKHR>(numbers, 0, 8);
    Own<T, vk::CooperativeMatrixUseMatrixBKHR, 8, 16> b =
        Own<T, vk::CooperativeMatrixUseMatrixBKHR, 8, 16>::template Load<vk::CooperativeMatrixLayoutRowMajorKHR>(numbers, 128, 16);
    Own<T, vk::CooperativeMatrixUseMatrixAccumulatorKHR, 16, 16> sum =
        Own<T, vk::CooperativeMatrixUseMatrixAccumulatorKHR, 16, 16>::Splat(0);
    sum = vk::khr::cooperativeMatrixMultiplyAdd(a, b, sum);
    sum.template Store<vk::CooperativeMatrixLayoutRowMajorKHR>(numbers, 256, 16);
}

[numthreads(32, 1, 1)]
void main(uint at : SV_GroupIndex) {
    multiply(floats);
    multiply(integers);
    typedef Matrix<ComponentType::F32, 8, 4, MatrixUse::A, MatrixScope::Thread> Weights;
    Weights matrix = Weights::Load<MatrixLayout::RowMajor>(weights, 0, 16);
    vector<float, 8> made = Multiply<float>(matrix, (vector<float, 4>)1);
    floats[at] = made[7];
}
