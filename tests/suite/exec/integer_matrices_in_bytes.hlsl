//@ run: -T cs_6_2
//@ in: bytes = i32:0*40
//@ dispatch: 1 1 1
//@ out: bytes = i32:100,0,1,-4,2,-5,3,-6,1,1,0,1,0,0,0,0,0,0,7,0,11,12,21,22,31,32,200,0,0,0,0,0,0,0,0,0,-6,22,0,0
//@ run: -T cs_6_2 -fspv-use-legacy-buffer-matrix-order -fvk-use-scalar-layout
//@ in: bytes = i32:0*40
//@ dispatch: 1 1 1
//@ out: bytes = i32:100,1,2,3,-4,-5,-6,1,0,1,1,0,0,0,0,0,7,11,12,21,22,31,32,200,0,0,0,0,0,0,0,0,0,0,0,0,-6,22,0,0
// Byte-address buffers hold matrices of integers and bools as they hold those of floats, in structs as well.

struct Inner {
    bool2x2 flags;
    int after;
};

struct Whole {
    uint before;
    int2x3 wide;
    Inner inner[2];
    row_major int3x2 rows;
    uint last;
};

RWByteAddressBuffer bytes;

[numthreads(1, 1, 1)]
void main() {
    Whole whole = (Whole)0;
    whole.before = 100;
    whole.wide = int2x3(1, 2, 3, -4, -5, -6);
    whole.inner[0].flags = bool2x2(true, false, true, true);
    whole.inner[1].after = 7;
    whole.rows = int3x2(11, 12, 21, 22, 31, 32);
    whole.last = 200;
    bytes.Store(0, whole);
    const Whole read = bytes.Load<Whole>(0);
    bytes.Store<int2>(144, int2(read.wide._m12, read.rows[1].y));
}
