//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
struct Shape {
    float2 middle;
    float radius;

    float distance_to(float2 at) {
        float2 away = at - middle;
        return dot(away, away) - radius * radius;
    }

    void move(float2 by) {
        middle += by;
    }
};

float4 vertex_main(uint id : SV_VertexID) : SV_Position {
    Shape shape = { float2(0, 0), 0.5 };
    float2 at = float2(id & 1, id >> 1) * 4 - 1;
    shape.move(at);
    return float4(shape.middle, shape.radius, 1);
}

float4 pixel_main(float4 place : SV_Position) : SV_Target {
    Shape shape;
    shape.middle = float2(16, 32);
    shape.radius = 8;
    shape.move(float2(8, 0));
    float away = shape.distance_to(place.xy);
    return away < 0 ? float4(1, 0, 0, 1) : float4(away / 4096, 0, 0, 1);
}
