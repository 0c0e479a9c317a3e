//@ run: -T vs_6_0 -E main
// Where a hull shader follows, the domain shader writes the position.
struct Point { float3 p : POSITION; };
Point main(Point p) { return p; }
