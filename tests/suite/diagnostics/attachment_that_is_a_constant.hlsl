//@ run: -T cs_6_0
[[vk::constant_id(6)]] [[vk::input_attachment_index(1)]] const int kind = 4;
//~                      ^ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
[[vk::input_attachment_index(1)]] groupshared uint counts[8];
//~ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
RWStructuredBuffer<int> list;
[numthreads(1, 1, 1)]
void main() {
    counts[0] = 1;
    list[0] = kind + counts[0];
}
