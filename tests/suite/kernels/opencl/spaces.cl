//@ run:
//@ in: 0:0 = u32:0*3
//@ dispatch: 1 1 1
//@ out: 0:0 = u32:0x200,0x100,0
// Which memory a pointer to any of it leads to.
__attribute__((overloadable)) uint __spirv_GenericPtrMemSemantics(uint *pointer);

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void run(global uint *out) {
    local uint shared[4];
    uint own[4];
    out[0] = __spirv_GenericPtrMemSemantics(out + 1);
    out[1] = __spirv_GenericPtrMemSemantics(shared + 2);
    out[2] = __spirv_GenericPtrMemSemantics(own + 3);
}
