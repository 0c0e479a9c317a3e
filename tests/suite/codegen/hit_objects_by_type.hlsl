//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check: OpHitObjectRecordEmptyEXT
//@ check: OpHitObjectExecuteShaderEXT
// The type without arguments makes an object that is neither a hit nor a miss.
struct [raypayload] Path { float light : read(caller, closesthit) : write(caller, closesthit); };

[shader("raygeneration")]
void generate() {
    Path path;
    path.light = 1;
    dx::HitObject::Invoke(dx::HitObject(), path);
}
