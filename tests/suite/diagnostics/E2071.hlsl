//@ run: -T ps_6_0
interface Shape { float area(); float edge(float at); };
struct Disc : Shape { float r; float area() { return r * r; } float edge(int at) { return r; } };
struct Square : Shape { float a; float area() { return a * a; } float edge(float at) { return a; } };
struct Room : Square { float height; };
struct Box : Square, Shape { float depth; };
float4 main(float x : X) : SV_Target {
    Disc disc;
//~      ^ error[E2071]: cannot instantiate 'Disc': method 'edge' of interface 'Shape' is not implemented
    Square square = { x };
    Room room = (Room)x;
    Box box = (Box)x;
    return square.area() + room.edge(x) + box.area();
}
