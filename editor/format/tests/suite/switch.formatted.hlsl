//@ fmt: braces=same-line cases=true
int f(int x) {
    switch(x) {
        case 0: case 1: return 1;
        case A::B:
            // a comment of the label's statements
            x = 1;
            break;
        case 2: {
            return x ? 1 : 2;
        }
        case 3: {
            return 3;
        }
        // a comment of the label
        default: x++; break;
    }
    return 0;
}
