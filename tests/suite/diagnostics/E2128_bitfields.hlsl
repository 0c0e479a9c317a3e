//@ run: -T vs_6_0
// Bit-fields do not cross stages.
struct Flags { uint low : 3; uint high : 5; };
//~                 ^ error[E2128]: a bit-field among the inputs and outputs of a stage is not supported
//~                               ^ error[E2128]: a bit-field among the inputs and outputs of a stage is not supported
Flags main(Flags flags : FLAGS) : OTHER { return flags; }
