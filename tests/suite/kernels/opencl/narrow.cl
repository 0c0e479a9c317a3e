//@ run:
//@ in: 0:0 = u32:2155871493
//@ in: 0:1 = u32:4294902760,471097
//@ in: 0:2 = u32:0*32
//@ dispatch: 1 1 1
//@ out: 0:2 = u32:5000,0,205,0,3000,0,2147483648,62,4294770691,4294967295,197,0,4294967293,4294967295,4026531840,4095,1567815,0,71,0,4294938795,4294967295,3825205248,192,4294966400,4294967295,72,0,21,0,0,14
// Integers of 8, 16 and 64 bits.
kernel __attribute__((reqd_work_group_size(4, 1, 1))) void run(global const char *bytes, global const ushort *words, global long *out) {
    size_t i = get_global_id(0);
    char c = bytes[i];
    ushort w = words[i];
    out[4 * i] = (long)c * w;
    out[4 * i + 1] = (uchar)(c + 200);
    out[4 * i + 2] = (short)(w * 3);
    out[4 * i + 3] = ((long)w << 33) >> (c & 7);
}
