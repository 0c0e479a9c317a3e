//@ run: -T cs_6_0 -fvk-use-dx-layout
//@ in: data = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43
//@ in: target = f32:0*20
//@ dispatch: 1 1 1
//@ out: target = f32:6,7,3,15,21,23,28,29,30,31,40,41,42,43,1,26,5,4,30,20
//@ run: -T cs_6_0 -fvk-use-dx-layout -O0
//@ in: data = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43
//@ in: target = f32:0*20
//@ dispatch: 1 1 1
//@ out: target = f32:6,7,3,15,21,23,28,29,30,31,40,41,42,43,1,26,5,4,30,20
// In Direct3D's layout, what follows a matrix may lie behind its last row, where SPIR-V counts the padding of a matrix.
struct Inner { row_major float2x3 last; };

cbuffer data {
  row_major float2x3 m;
  float n;
  row_major float2x3 several[2];
  float o;
  Inner inner;
  float p;
  row_major float3x2 whole;
  float2 q;
};
RWStructuredBuffer<float> target;

[numthreads(1, 1, 1)]
void main(uint zero : SV_GroupIndex) {
  target[0] = m[1][2];
  target[1] = n;
  float2 product = mul(m, float3(1, 1, 1));
  target[2] = product.x;
  target[3] = product.y;
  target[4] = several[1][zero + 1].y;
  target[5] = o;
  target[6] = inner.last[1].x;
  target[7] = inner.last[1].y;
  target[8] = inner.last[1].z;
  target[9] = p;
  target[10] = whole[2].x;
  target[11] = whole[2].y;
  target[12] = q.x;
  target[13] = q.y;
  float2x3 copy = m;
  target[14] = copy[0][1];
  Inner both = inner;
  target[15] = both.last[0].z;
  target[16] = m._m11;
  target[17] = m[zero + 1].x;
  target[18] = transpose(inner.last)[2][1];
  float2x3 array[2] = several;
  target[19] = array[1]._21;
}
