//@ run: -T cs_6_0
//@ run: -T cs_6_0 -HV 2018
// Values of one `enum class` are equal or not to each other, and to nothing else, and have no order and no arithmetic.
enum class Kind : uint { None, Some };
enum class Other { None };
struct Cell { Kind kind; };
ConstantBuffer<Cell> cell;
RWStructuredBuffer<uint> result;
[numthreads(1, 1, 1)]
void main() {
    bool known = cell.kind != Kind::None && cell.kind == Kind::Some;
    result[0] = known ? (uint)cell.kind : 7;
    known = cell.kind == Other::None;
//~                   ^ error[E2106]: invalid operands to '==': 'Kind' and 'Other'
    known = cell.kind == 0;
//~                   ^ error[E2106]: invalid operands to '==': 'Kind' and 'literal int'
    known = cell.kind < Kind::Some;
//~                   ^ error[E2106]: invalid operands to '<': 'Kind' and 'Kind'
    Kind both = Kind::None | Kind::Some;
//~                        ^ error[E2106]: invalid operands to '|': 'Kind' and 'Kind'
    result[1] = (uint)(Kind)1 + (uint)(Kind)1.5;
    result[2] = uint(cell.kind);
//~             ^ error[E2116]: value of type 'Kind' cannot initialize 'uint'
    both = Kind(1);
//~        ^ error[E2116]: value of type 'literal int' cannot initialize 'Kind'
    result[3] = ((uint2)cell.kind).y;
//~              ^ error[E2117]: cannot convert 'Kind' to 'uint2'
    both = (Kind)uint2(0, 1);
//~        ^ error[E2117]: cannot convert 'uint2' to 'Kind'
}
