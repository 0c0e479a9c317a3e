//@ fmt: braces=same-line
float f(float x)
{
    float y = 1;
#ifdef A
        y += x;
        #if B
            if (x > 0)
                {
                y *= 2;
            }
        #else
          y  *= 3;
        #endif
#else
        y -= x;
#endif
#ifdef C
    y  = 0;
#endif
    return y;
}
#ifdef D
    float g(float x)
    {
      // a comment
        return x  + 1;
    #ifdef E
        x++;
    #endif
    }
    struct S {
        #if F
            float a;
        #endif
        float b;
    };
#endif
