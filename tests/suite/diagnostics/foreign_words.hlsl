//@ run: -T ps_6_0 -E main
#version 450
//~ error[E1030]: unknown directive #version
//~ note: 'version' is GLSL; in HLSL use the options -T and -HV to select the version
#defin X 1
//~ error[E1030]: unknown directive #defin
//~ note: did you mean '#define'?
layout(location = 0) out vec4 color;
