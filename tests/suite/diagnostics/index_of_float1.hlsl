// A member that is an array of one element may be the first of more; a vector or a matrix of one component may not.
//@ run: -T cs_6_0
struct Member { float1 vector; float1x1 matrix; float array[1]; };
RWStructuredBuffer<float> result;
[numthreads(1, 1, 1)]
void main() {
    Member member = { 1, 2, 3 };
    member.vector[1] = 2;
//~               ^ error[E2104]: index 1 is out of bounds (length is 1)
    member.matrix[1] = 2;
//~               ^ error[E2104]: index 1 is out of bounds (length is 1)
    result[0] = member.vector[0] + member.matrix[0][0] + member.array[1];
}
