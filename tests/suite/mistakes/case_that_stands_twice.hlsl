//@ run: -T ps_6_0
float4 main(int mode : MODE) : SV_Target {
    switch (mode) {
        case 3: return 1;
//~     ^ note: previous case is here
        case 3: return 2;
//~     ^ error[E2202]: duplicate case value 3
    }
    return 0;
}
