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
}
