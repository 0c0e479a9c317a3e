//@ run: -T cs_6_6 -HV 2021 -O0 -fspv-target-env=vulkan1.3 -fspv-debug=vulkan
// A pointer into memory has a type of its own; that of a struct to itself is a number, for nothing looks ahead.
//@ check: {number} = OpExtInst %void {set} DebugTypeBasic {*} %uint_64 %uint_6
//@ check: {next} = OpExtInst %void {set} DebugTypeMember {*} {number} {*} %uint_0 %uint_64
//@ check: {node} = OpExtInst %void {set} DebugTypeComposite {*} %uint_128 %uint_3 {next} {value}
//@ check: {pointer} = OpExtInst %void {set} DebugTypePointer {node} %uint_5349 %uint_0
//@ check: DebugTypeMember {*} {pointer} {*} %uint_0 %uint_64
struct Node { vk::BufferPointer<Node> next; int value; };
struct List { vk::BufferPointer<Node> first; };
[[vk::push_constant]] List list;
RWStructuredBuffer<int> result;
[numthreads(1, 1, 1)] void main() {
    result[0] = list.first.Get().value + list.first.Get().next.Get().value;
}
