struct Particle {
    float3 position;
    float mass;
    float3 velocity;
    uint age;
};

struct Step {
    float seconds;
};

[[vk::push_constant]] Step step;
RWStructuredBuffer<Particle> particles;

[numthreads(64, 1, 1)]
void main(uint index : SV_DispatchThreadID) {
    uint count, stride;
    particles.GetDimensions(count, stride);
    if (index < count) {
        particles[index].position += step.seconds * particles[index].velocity;
        particles[index].age += 1;
    }
}
