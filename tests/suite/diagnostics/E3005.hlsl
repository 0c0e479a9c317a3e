//@ run: -T ps_6_0
Texture2D image;
float4 main(int2 at : AT) : SV_Target {
    return image.Load(int3(at, 0), at);
//~        ^ error[E3005]: an offset of Load that is no constant is not supported
}
