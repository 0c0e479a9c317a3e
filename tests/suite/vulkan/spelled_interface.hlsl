//@ run: -T lib_6_6 -fspv-target-env=vulkan1.3
//@ check: OpEntryPoint Vertex %vertices "vertices" %gl_Position %instance
//@ check: OpEntryPoint Fragment %pixels "pixels" %out_var_SV_Target %view
//@ check: OpDecorate %view Flat
//@ check-not: %unused

//@ run: -T lib_6_6 -fspv-target-env=vulkan1.3 -fcgl
//@ check: OpEntryPoint Vertex %vertices "vertices" %gl_Position %instance
//@ check-not: OpDecorate %instance Flat

// Variables that the source spells are in the interfaces of the entry points that reach them; an integer is flat where pixel
// shaders alone read it.
[[vk::ext_builtin_input(43)]] static const int instance;
[[vk::ext_builtin_input(4440)]] [[vk::ext_capability(4439)]] [[vk::ext_extension("SPV_KHR_multiview")]] static const int view;
[[vk::ext_builtin_output(0)]] static float4 unused;

[shader("vertex")]
float4 vertices() : SV_Position { return instance; }

[shader("pixel")]
float4 pixels() : SV_Target { return view; }
