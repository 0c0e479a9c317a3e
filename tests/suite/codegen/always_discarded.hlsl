//@ run: -T ps_6_0
//@ run: -T ps_6_0 -D SOMETIMES
//@ run: -T ps_6_0 -D CALLED
//@ check-not: OpSwitch
//@ check: OpKill

// What is always discarded ends there, without a branch on a constant.
#ifdef CALLED
[noinline]
#endif
void never() { clip(-1); }

float4 main(float x : X) : SV_Target {
#ifdef SOMETIMES
    if (x > 0)
#endif
    {
        never();
        clip(-1);
    }
    return x;
}
