//@ fmt: braces=same-line
float f(float x){if(x>0)return x;else if(x<-1){return -x;}
else
return 0;}

// Loops, and bodies without braces.
void loops( int n )
{


    for(int i=0;i<n;++i)
    for (int j = 0; j < n; j++) g(i,j);
    do { n--; } while(n>0);
    do
        n--;
    while (n > 0);
    while (n) { n >>= 1; n>>=1; }
    [unroll] for (;;) { break; }
    [loop]
    while (true)
    {
        if (a) continue; // why
        if (b) { c(); } else { d(); }
    }
    a.x = 1; a.y = 2;

}
float one() { return 1; }
void empty() {
}
