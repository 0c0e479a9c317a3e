//@ run: -T ps_6_0
#version 330
//~ error[E1030]: unknown directive #version
//~ note: 'version' is GLSL; in HLSL use the options -T and -HV to select the version
void main() {
    gl_FragColor = vec4(1);
}
