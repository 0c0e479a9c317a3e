//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: Bounds = u32:35;i32:-3;u32:70,3,4294967295
//@ in: result = u32:0*84
//@ dispatch: 1
//@ out: result = u32:604217,604288,604296,604304,604312,603320,603328,603336,603344,603352,602097,602164,602168,602172,602176,601180,601184,601188,601192,601196,601080,601082,601084,601086,601088,601090,601092,601094,601096,601098,601037,601102,601104,601106,601108,600110,600112,600114,600116,600118,600040,600041,600042,600043,600044,600045,600046,600047,600048,600049,600050,600051,600052,600053,600054,600055,600056,600057,600058,600059,600060,600061,600062,600063,600064,600065,600066,600067,600068,600069,600007,600071,600072,600073,600074,600075,600076,600077,600078,600079,36,0,0,0

//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: Bounds = u32:4294967290;i32:33;u32:4294967295,1,64
//@ in: result = u32:0*84
//@ dispatch: 1
//@ out: result = u32:102045,102047,102049,102051,102053,102055,102057,102059,102061,102063,102065,102067,102069,102071,102073,102075,102077,102079,102081,102083,102085,102087,102089,102091,101038,102095,102097,102099,102101,102103,102105,102107,102109,102106,102108,102110,102112,102114,102116,102118,101040,101041,101042,101043,101044,101045,101046,101047,101048,101049,101050,101051,101052,101053,101054,101055,101056,101057,101058,101059,101060,101061,101062,101063,100009,101065,101066,101067,101068,101069,101070,101071,101072,101073,101074,101075,101076,101077,101078,101079,11,0,0,0
// Between two barriers only some of the invocations have something to do: the first few, one of them, or those that find
// so in memory. What all of them know goes from one barrier to the next.
cbuffer Bounds : register(b0) {
    uint few;
    int less;
    uint only;
    uint rounds;
    uint other;
};
RWStructuredBuffer<uint> result : register(u1);
groupshared uint words[80];

[numthreads(80, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 local : SV_GroupThreadID) {
    words[lane] = lane;
    GroupMemoryBarrierWithGroupSync();
    if (lane < few)
        words[lane] += 1000;
    GroupMemoryBarrierWithGroupSync();
    if (less > int(local.x))
        words[lane] += 5;
    GroupMemoryBarrierWithGroupSync();
    if (lane == only)
        words[lane] = 7;
    if (other == lane)
        words[lane] = 9;
    GroupMemoryBarrierWithGroupSync();

    uint turns = 0;
    for (uint i = 0; i < rounds; ++i) {
        const uint width = 40u >> i;
        if (local.x < width)
            words[lane] += words[lane + width];
        turns += i + 1;
        GroupMemoryBarrierWithGroupSync();
    }
    result[lane] = words[lane] + 100000 * turns;

    // Nobody knows before how often.
    while (words[0] > 2000) {
        GroupMemoryBarrierWithGroupSync();
        if (lane == 0)
            words[0] -= 1000;
        turns += 10;
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane >= 79)
        result[lane + 1] = turns;
}
