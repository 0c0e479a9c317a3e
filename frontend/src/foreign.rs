//! Words of other shading languages, with their equivalents in HLSL. Only words without a meaning in HLSL are listed.

use base::diag::Diagnostic;
use base::source::Span;

/// A word of another language.
#[derive(Debug)]
pub struct Foreign {
    /// The word.
    pub word: &'static str,
    /// The language that it comes from.
    pub language: &'static str,
    /// The equivalent in HLSL, as the end of a sentence that begins with "in HLSL".
    pub instead: &'static str,
}

impl Foreign {
    /// The advice as a sentence.
    pub fn advice(&self) -> String {
        format!("'{}' is {}; in HLSL {}", self.word, self.language, self.instead)
    }

    /// Adds the advice to a message about the word at a place.
    pub fn advise<'d>(&self, diagnostic: &'d mut Diagnostic, span: Span) -> &'d mut Diagnostic {
        match self.name() {
            Some(name) => diagnostic.fix(span, self.advice(), name),
            None => diagnostic.note_at(span, self.advice()),
        }
    }

    /// The replacement of the word, if it is a single name.
    fn name(&self) -> Option<&'static str> {
        let name = self.instead.strip_prefix("it is '")?.strip_suffix('\'')?;
        name.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(name)
    }
}

const fn glsl(word: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language: "GLSL", instead }
}

const fn metal(word: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language: "Metal", instead }
}

const fn wgsl(word: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language: "WGSL", instead }
}

const fn direct3d9(word: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language: "Direct3D 9", instead }
}

const fn cuda(word: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language: "CUDA", instead }
}

const fn other(word: &'static str, language: &'static str, instead: &'static str) -> Foreign {
    Foreign { word, language, instead }
}

/// The attributes of WGSL, without their `@`.
pub(crate) const ATTRIBUTES_OF_WGSL: &[&str] =
    &["binding", "builtin", "compute", "fragment", "group", "id(", "location", "vertex", "workgroup_size"];

const SAMPLE: &str = "use the method Sample of a Texture2D with a SamplerState";
const COMBINED: &str = "declare a Texture2D and a SamplerState";
const REGISTER: &str = "use [[vk::binding(n)]] or register(tN) for resources, and semantics for inputs and outputs";
const ENTRY: &str = "use the option -T to specify the stage";

/// The words by language.
#[rustfmt::skip]
const WORDS: &[Foreign] = &[
    other("numthreads", "an attribute", "it is in brackets: [numthreads(8, 8, 1)]"),
    other("maxvertexcount", "an attribute", "it is in brackets: [maxvertexcount(3)]"),
    other("outputtopology", "an attribute", "it is in brackets: [outputtopology(\"triangle\")]"),
    other("std", "C++", "built-in functions and types are not in a namespace"),
    other("elseif", "Lua", "it is written 'else if'"), other("elif", "Python", "it is written 'else if'"),
    glsl("vec2", "it is 'float2'"), glsl("vec3", "it is 'float3'"), glsl("vec4", "it is 'float4'"),
    glsl("ivec2", "it is 'int2'"), glsl("ivec3", "it is 'int3'"), glsl("ivec4", "it is 'int4'"),
    glsl("uvec2", "it is 'uint2'"), glsl("uvec3", "it is 'uint3'"), glsl("uvec4", "it is 'uint4'"),
    glsl("bvec2", "it is 'bool2'"), glsl("bvec3", "it is 'bool3'"), glsl("bvec4", "it is 'bool4'"),
    glsl("dvec2", "it is 'double2'"), glsl("dvec3", "it is 'double3'"), glsl("dvec4", "it is 'double4'"),
    glsl("mat2", "it is 'float2x2', multiplied by mul(a, b)"),
    glsl("mat3", "it is 'float3x3', multiplied by mul(a, b)"),
    glsl("mat4", "it is 'float4x4', multiplied by mul(a, b)"),
    glsl("mat2x3", "it is 'float3x2': rows come first"), glsl("mat2x4", "it is 'float4x2': rows come first"),
    glsl("mat3x2", "it is 'float2x3': rows come first"), glsl("mat3x4", "it is 'float4x3': rows come first"),
    glsl("mat4x2", "it is 'float2x4': rows come first"), glsl("mat4x3", "it is 'float3x4': rows come first"),
    glsl("sampler2DArray", COMBINED), glsl("sampler2DShadow", COMBINED), glsl("samplerCubeShadow", COMBINED),
    glsl("isampler2D", COMBINED), glsl("usampler2D", COMBINED),
    glsl("image1D", "it is 'RWTexture1D<T>'"), glsl("image2D", "it is 'RWTexture2D<T>'"),
    glsl("image3D", "it is 'RWTexture3D<T>'"), glsl("imageBuffer", "it is 'RWBuffer<T>'"),
    glsl("atomic_uint", "it is an element of an RWStructuredBuffer<uint>"),
    glsl("mix", "it is 'lerp'"), glsl("fract", "it is 'frac'"), glsl("inversesqrt", "it is 'rsqrt'"),
    glsl("mod", "it is 'fmod', which takes the sign of its first argument; x - y * floor(x / y) is GLSL's"),
    glsl("dFdx", "it is 'ddx'"), glsl("dFdy", "it is 'ddy'"),
    glsl("dFdxFine", "it is 'ddx_fine'"), glsl("dFdyFine", "it is 'ddy_fine'"),
    glsl("dFdxCoarse", "it is 'ddx_coarse'"), glsl("dFdyCoarse", "it is 'ddy_coarse'"),
    glsl("texture", SAMPLE), glsl("textureOffset", SAMPLE), glsl("textureProj", SAMPLE),
    glsl("textureLod", "it is the method SampleLevel of a Texture2D"),
    glsl("textureGrad", "it is the method SampleGrad of a Texture2D"),
    glsl("textureGather", "it is the method Gather of a Texture2D"),
    glsl("texelFetch", "it is the method Load of a Texture2D"),
    glsl("textureSize", "it is the method GetDimensions of a Texture2D"),
    glsl("textureQueryLod", "it is the method CalculateLevelOfDetail of a Texture2D"),
    glsl("imageLoad", "an RWTexture2D is read with [coordinates]"),
    glsl("imageStore", "an RWTexture2D is written with [coordinates]"),
    glsl("subpassLoad", "it is the method SubpassLoad of a SubpassInput"),
    glsl("floatBitsToInt", "it is 'asint'"), glsl("floatBitsToUint", "it is 'asuint'"),
    glsl("intBitsToFloat", "it is 'asfloat'"), glsl("uintBitsToFloat", "it is 'asfloat'"),
    glsl("packHalf2x16", "it is 'f32tof16', one component at a time"),
    glsl("unpackHalf2x16", "it is 'f16tof32', one component at a time"),
    glsl("bitCount", "it is 'countbits'"), glsl("bitfieldReverse", "it is 'reversebits'"),
    glsl("findMSB", "it is 'firstbithigh'"), glsl("findLSB", "it is 'firstbitlow'"),
    glsl("roundEven", "it is 'round'"), glsl("matrixCompMult", "it is the operator '*'"),
    glsl("inverse", "unknown function; pass the inverse matrix as a constant"),
    glsl("lessThan", "it is the operator '<'"), glsl("lessThanEqual", "it is the operator '<='"),
    glsl("greaterThan", "it is the operator '>'"), glsl("greaterThanEqual", "it is the operator '>='"),
    glsl("notEqual", "it is the operator '!='"),
    glsl("barrier", "it is 'GroupMemoryBarrierWithGroupSync'"),
    glsl("memoryBarrierShared", "it is 'GroupMemoryBarrier'"), glsl("memoryBarrier", "it is 'AllMemoryBarrier'"),
    glsl("atomicAdd", "it is 'InterlockedAdd'"), glsl("atomicMin", "it is 'InterlockedMin'"),
    glsl("atomicMax", "it is 'InterlockedMax'"), glsl("atomicAnd", "it is 'InterlockedAnd'"),
    glsl("atomicOr", "it is 'InterlockedOr'"), glsl("atomicXor", "it is 'InterlockedXor'"),
    glsl("atomicExchange", "it is 'InterlockedExchange'"),
    glsl("atomicCompSwap", "it is 'InterlockedCompareExchange'"),
    glsl("gl_Position", "it is an output with the semantic SV_Position"),
    glsl("gl_PointSize", "it is an output with [[vk::builtin(\"PointSize\")]]"),
    glsl("gl_ClipDistance", "it is an output with the semantic SV_ClipDistance"),
    glsl("gl_VertexID", "it is a parameter with the semantic SV_VertexID"),
    glsl("gl_VertexIndex", "it is a parameter with the semantic SV_VertexID"),
    glsl("gl_InstanceID", "it is a parameter with the semantic SV_InstanceID"),
    glsl("gl_InstanceIndex", "it is a parameter with the semantic SV_InstanceID"),
    glsl("gl_FragCoord", "it is a parameter with the semantic SV_Position"),
    glsl("gl_FragColor", "it is the result, with the semantic SV_Target"),
    glsl("gl_FragDepth", "it is an output with the semantic SV_Depth"),
    glsl("gl_FrontFacing", "it is a parameter with the semantic SV_IsFrontFace"),
    glsl("gl_SampleID", "it is a parameter with the semantic SV_SampleIndex"),
    glsl("gl_PrimitiveID", "it is a parameter with the semantic SV_PrimitiveID"),
    glsl("gl_Layer", "it is an output with the semantic SV_RenderTargetArrayIndex"),
    glsl("gl_GlobalInvocationID", "it is a parameter with the semantic SV_DispatchThreadID"),
    glsl("gl_LocalInvocationID", "it is a parameter with the semantic SV_GroupThreadID"),
    glsl("gl_LocalInvocationIndex", "it is a parameter with the semantic SV_GroupIndex"),
    glsl("gl_WorkGroupID", "it is a parameter with the semantic SV_GroupID"),
    glsl("gl_NumWorkGroups", "the application hands it over in a constant buffer"),
    glsl("gl_TessCoord", "it is a parameter with the semantic SV_DomainLocation"),
    glsl("gl_InvocationID", "it is a parameter with the semantic SV_OutputControlPointID or SV_GSInstanceID"),
    glsl("gl_TessLevelOuter", "it is an output with the semantic SV_TessFactor"),
    glsl("gl_TessLevelInner", "it is an output with the semantic SV_InsideTessFactor"),
    glsl("gl_in", "it is a parameter: an array of vertices, or an InputPatch"),
    glsl("EmitVertex", "it is the method Append of a stream"),
    glsl("EndPrimitive", "it is the method RestartStrip of a stream"),
    glsl("outerProduct", "it is mul of a column and a row: mul(float3x1, float1x3)"),
    glsl("equal", "it is the operator '=='"),
    glsl("precision", "there is no such statement: leave it out"),
    glsl("texture2D", SAMPLE), glsl("textureCube", SAMPLE),
    glsl("imageSize", "it is the method GetDimensions of an RWTexture2D"),
    glsl("imageAtomicAdd", "it is InterlockedAdd of an element, texture[coordinates]"),
    glsl("groupMemoryBarrier", "it is 'GroupMemoryBarrier'"),
    glsl("subgroupAdd", "it is 'WaveActiveSum'"), glsl("subgroupElect", "it is 'WaveIsFirstLane'"),
    other("fixed", "Cg", "it is 'min16float'"), other("fixed2", "Cg", "it is 'min16float2'"),
    other("fixed3", "Cg", "it is 'min16float3'"), other("fixed4", "Cg", "it is 'min16float4'"),
    other("long", "C", "it is 'int64_t'"), other("short", "C", "it is 'int16_t', which '-enable-16bit-types' enables"),
    other("char", "C", "there are no characters: use 'uint'"),
    other("nullptr", "C++", "there are no pointers"), other("size_t", "C++", "it is 'uint'"),
    glsl("layout", REGISTER), glsl("buffer", "it is 'RWStructuredBuffer<T>'"),
    glsl("attribute", "inputs are entry point parameters with semantics"),
    glsl("varying", "inputs and outputs are entry point parameters and results with semantics"),
    glsl("highp", "there are no precision qualifiers; use min16float or half"),
    glsl("mediump", "it is 'min16float'"), glsl("lowp", "it is 'min16float'"),
    metal("kernel", ENTRY), metal("fragment", ENTRY), metal("vertex", ENTRY),
    metal("device", "it is 'RWStructuredBuffer<T>', without pointers"),
    metal("constant", "it is 'ConstantBuffer<T>', without pointers"),
    metal("threadgroup", "it is 'groupshared'"),
    metal("threadgroup_barrier", "it is 'GroupMemoryBarrierWithGroupSync'"),
    metal("discard_fragment", "it is the statement 'discard'"), metal("as_type", "it is 'asfloat', 'asint' or 'asuint'"),
    metal("popcount", "it is 'countbits'"), metal("reverse_bits", "it is 'reversebits'"),
    metal("dfdx", "it is 'ddx'"), metal("dfdy", "it is 'ddy'"),
    wgsl("fn", "the type of the result comes first, as in 'float f(float x)'"),
    wgsl("let", "use a type, as in 'const float x = 1'"),
    wgsl("var", "use a type, as in 'float x = 1'"),
    wgsl("f16", "it is 'half'"), wgsl("f32", "it is 'float'"), wgsl("i32", "it is 'int'"), wgsl("u32", "it is 'uint'"),
    wgsl("vec2f", "it is 'float2'"), wgsl("vec3f", "it is 'float3'"), wgsl("vec4f", "it is 'float4'"),
    wgsl("vec2i", "it is 'int2'"), wgsl("vec3i", "it is 'int3'"), wgsl("vec4i", "it is 'int4'"),
    wgsl("vec2u", "it is 'uint2'"), wgsl("vec3u", "it is 'uint3'"), wgsl("vec4u", "it is 'uint4'"),
    wgsl("mat3x3f", "it is 'float3x3'"), wgsl("mat4x4f", "it is 'float4x4'"),
    wgsl("inverseSqrt", "it is 'rsqrt'"), wgsl("dpdx", "it is 'ddx'"), wgsl("dpdy", "it is 'ddy'"),
    wgsl("textureSample", SAMPLE), wgsl("textureSampleLevel", "it is the method SampleLevel of a Texture2D"),
    wgsl("textureLoad", "it is the method Load of a Texture2D"),
    wgsl("textureStore", "an RWTexture2D is written with [coordinates]"),
    wgsl("workgroupBarrier", "it is 'GroupMemoryBarrierWithGroupSync'"),
    wgsl("bitcast", "it is 'asfloat', 'asint' or 'asuint'"),
    direct3d9("sampler1D", COMBINED), direct3d9("sampler2D", COMBINED), direct3d9("sampler3D", COMBINED),
    direct3d9("samplerCUBE", COMBINED),
    cuda("__syncthreads", "it is 'GroupMemoryBarrierWithGroupSync'"), cuda("__shared__", "it is 'groupshared'"),
    cuda("threadIdx", "it is a parameter with the semantic SV_GroupThreadID"),
    cuda("blockIdx", "it is a parameter with the semantic SV_GroupID"),
];

/// Headers of other languages, by the path or the part of it after which anything may follow.
const HEADERS: &[(&str, &str)] = &[
    ("metal_", "Metal"),
    ("simd/", "Metal"),
    ("cuda", "CUDA"),
    ("hip/", "HIP"),
    ("cmath", "C++"),
    ("math.h", "C"),
    ("cstdint", "C++"),
    ("stdint.h", "C"),
    ("type_traits", "C++"),
];

/// The language whose library a header belongs to.
pub(crate) fn language_of_header(path: &str) -> Option<&'static str> {
    let row = HEADERS.iter().find(|(start, _)| path.starts_with(start))?;
    Some(row.1)
}

/// The directives of other languages.
const DIRECTIVES: &[Foreign] = &[
    glsl("version", "use the options -T and -HV to select the version"),
    glsl("extension", "use [[vk::ext_extension(\"name\")]] or the option -fspv-extension"),
    Foreign { word: "import", language: "Objective-C", instead: "it is '#include', with '#pragma once' in the file" },
    Foreign { word: "elifdef", language: "C23", instead: "it is '#elif defined(NAME)'" },
    Foreign { word: "elifndef", language: "C23", instead: "it is '#elif !defined(NAME)'" },
    Foreign { word: "embed", language: "C23", instead: "use a buffer for data" },
];

/// The row of a word that means nothing in HLSL.
pub fn find(word: &str) -> Option<&'static Foreign> {
    WORDS.iter().find(|row| row.word == word)
}

/// The row of a directive that means nothing in HLSL.
pub(crate) fn find_directive(word: &str) -> Option<&'static Foreign> {
    DIRECTIVES.iter().find(|row| row.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_one_row_and_is_none_of_the_language() {
        let known: Vec<&str> = crate::words::keywords().chain(crate::words::type_names()).collect();
        for (at, row) in WORDS.iter().enumerate() {
            assert!(WORDS[..at].iter().all(|other| other.word != row.word), "{} stands there twice", row.word);
            let is_old = row.language == "Direct3D 9" || row.word == "texture";
            assert!(is_old || !known.contains(&row.word), "{} is HLSL", row.word);
        }
    }

    #[test]
    fn only_single_names_are_fixes() {
        let name = |word| find(word).and_then(Foreign::name);
        assert_eq!(name("mix"), Some("lerp"));
        assert_eq!([name("mod"), name("mat4"), name("image2D"), name("texture")], [None; 4]);
    }

    #[test]
    fn advice_is_a_sentence() {
        let advice = find("mix").map(Foreign::advice);
        assert_eq!(advice.as_deref(), Some("'mix' is GLSL; in HLSL it is 'lerp'"));
        assert!(find("lerp").is_none());
    }
}
