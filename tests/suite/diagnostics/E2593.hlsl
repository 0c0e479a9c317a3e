//@ run: -T vs_6_8 -E main
struct Pair { float4 first; float4 second; };
Pair main(uint id : SV_VertexID1, float4 at : POSITION7, out float clip : SV_ClipDistance3) : SV_Position {
//~                                                                                           ^ error[E2593]: semantic index of 'SV_Position1' exceeds the maximum (0)
//~                 ^ error[E2593]: semantic index of 'SV_VertexID1' exceeds the maximum (0)
    clip = 0;
    return (Pair)0;
}
