//@ fmt: indent=2
/* at the top */


// two empty lines before
int a;// trailing
int bcd;   // aligned
int ef;    // comments
void f(/* none */)
{
    /* a block
       of lines
         and more */
    x = /* inside */ 1;
      // before the brace
}
/* last */ int z; /* behind */
