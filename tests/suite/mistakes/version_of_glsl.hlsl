//@ run: -T ps_6_0
#version 330
//~ error[E1030]: unknown directive #version
//~ note: 'version' is GLSL; in HLSL the options -T and -HV say which version is meant
void main() {
    gl_FragColor = vec4(1);
}
