//@ run: -T ps_6_0 -Zpr -Zpc -fvk-use-dx-layout -fvk-use-gl-layout -Oconfig=-O -O3 -fvk-t-shift 1 all -fvk-t-shift 2 0
//~? error[E5005]: '-fvk-use-dx-layout' and '-fvk-use-gl-layout' cannot be used together
//~? error[E5005]: '-Zpr' and '-Zpc' cannot be used together
//~? error[E5005]: '-Oconfig=' and '-O0 to -O3' cannot be used together
//~? error[E5005]: '-fvk-t-shift with all' and '-fvk-t-shift' cannot be used together
