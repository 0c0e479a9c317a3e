//@ run: -T cs_6_0
// The values would fit into 4 GiB, and what lies between them does not.
struct Page { [[vk::offset(0)]] float a; [[vk::offset(4092)]] float b; };
struct Pages { Page p[1 << 20]; };
//~                 ^ error[E2562]: member extends past 4 GiB
RWStructuredBuffer<Pages> pages;
struct Lines { float a[1 << 29]; };
//~                  ^ error[E2562]: member extends past 4 GiB
ConstantBuffer<Lines> lines;
RWStructuredBuffer<Lines> fits;
[numthreads(1, 1, 1)] void main() { pages[0].p[0].a = lines.a[0]; fits[0].a[1] = 2; }
