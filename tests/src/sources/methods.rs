//! Calls of the methods of each texture with each type of texel, elements of it, and atomic operations on these.

use super::{Source, options};
use ::mutants::Numbers;

const TEXELS: &[&str] = &[
    "bool",
    "bool3",
    "int",
    "int2",
    "uint4",
    "float",
    "float3",
    "half",
    "min16float2",
    "min16int",
    "min16uint3",
    "int64_t",
    "uint64_t",
    "int16_t",
    "uint16_t2",
    "float16_t3",
    "double",
    "E",
];

/// Textures with the numbers of their coordinates.
const TEXTURES: &[(&str, usize)] = &[
    ("Texture1D", 1),
    ("Texture1DArray", 2),
    ("Texture2D", 2),
    ("Texture2DArray", 3),
    ("Texture3D", 3),
    ("TextureCube", 3),
    ("TextureCubeArray", 4),
    ("Buffer", 1),
    ("RWBuffer", 1),
    ("RWTexture1D", 1),
    ("RWTexture1DArray", 2),
    ("RWTexture2D", 2),
    ("RWTexture2DArray", 3),
    ("RWTexture3D", 3),
    ("RWTexture2DMS", 2),
    ("Texture2DMS", 2),
    ("Texture2DMSArray", 3),
    ("RasterizerOrderedTexture2D", 2),
    ("RasterizerOrderedBuffer", 1),
    ("vk::SampledTexture2D", 2),
    ("SubpassInput", 2),
    ("SubpassInputMS", 2),
];

/// Expressions on a texture `t`: `@` is its type of texel, `$` coordinates of texels, `~` those of samples, `%` those of
/// texels with a level.
const USES: &[&str] = &[
    "t.Sample(s, ~)",
    "t.SampleBias(s, ~, 1)",
    "t.SampleLevel(s, ~, 1)",
    "t.SampleGrad(s, ~, ~, ~)",
    "t.SampleCmp(q, ~, 0.5)",
    "t.SampleCmpLevelZero(q, ~, 0.5)",
    "t.SampleCmpLevel(q, ~, 0.5, 1)",
    "t.SampleCmpBias(q, ~, 0.5, 1)",
    "t.SampleCmpGrad(q, ~, 0.5, ~, ~)",
    "t.Gather(s, ~)",
    "t.GatherRed(s, ~)",
    "t.GatherAlpha(s, ~)",
    "t.GatherCmp(q, ~, 0.5)",
    "t.CalculateLevelOfDetail(s, ~)",
    "t.CalculateLevelOfDetailUnclamped(s, ~)",
    "t.Load(%)",
    "t.Load($)",
    "t.Load(%, 1)",
    "t.Load($, 1)",
    "t.Load(%, 0, status)",
    "t.Load($, status)",
    "t.Sample(s, ~, 0, 0.5, status)",
    "t.Gather(s, ~, 0, status)",
    "t.SampleCmp(q, ~, 1, 0.5, 0.5, status)",
    "t.SubpassLoad()",
    "t.SubpassLoad(1)",
    "t.GetDimensions(w)",
    "t.GetDimensions(w, h)",
    "t.GetDimensions(w, h, d)",
    "t.GetDimensions(0, w, h, d)",
    "t[$]",
    "t.mips[0][$]",
    "t.sample[0][$]",
    "t[$] = (@)1",
    "t[$] += (@)1",
    "t[$] |= (@)1",
    "t[$]++",
    "t[$].x = 1",
    "InterlockedAdd(t[$], 1)",
    "InterlockedMax(t[$], 1, old)",
    "InterlockedExchange(t[$], 1, old)",
    "InterlockedCompareExchange(t[$], 1, 1, old)",
    "InterlockedCompareStoreFloatBitwise(t[$], 1, 1)",
];

const FORMATS: &[&str] =
    &["r32f", "r32i", "r32ui", "rgba16f", "rgba8", "rgba8snorm", "rg16ui", "r64i", "r64ui", "r11f_g11f_b10f", "r8"];

/// A use of a texture.
pub(super) fn source(numbers: &mut Numbers) -> Source {
    let (texture, dimensions) = TEXTURES[numbers.below(TEXTURES.len())];
    let texel = TEXELS[numbers.below(TEXELS.len())];
    let vector = |kind: &str, count: usize| format!("{kind}{count}({})", vec!["1"; count].join(", "));
    let (array, element) = if numbers.below(4) == 0 { ("[3]", "t[1]") } else { ("", "t") };
    let value = USES[numbers.below(USES.len())]
        .replace("t.", &format!("{element}."))
        .replace("t[$]", &format!("{element}[$]"))
        .replace('@', texel)
        .replace('$', &vector("int", dimensions))
        .replace('%', &vector("int", (dimensions + 1).min(4)))
        .replace('~', &vector("float", dimensions));
    let attribute = match numbers.below(4) {
        _ if texture.starts_with("Subpass") => "[[vk::input_attachment_index(0)]] ".to_owned(),
        0 => format!("[[vk::image_format(\"{}\")]] ", FORMATS[numbers.below(FORMATS.len())]),
        _ => String::new(),
    };
    let text = format!(
        "enum E {{ A, B }};\nSamplerState s;\nSamplerComparisonState q;\n{attribute}{texture}<{texel}> t{array};\n\
         float4 main() : SV_Target {{ uint w, h, d, status; {texel} old; {value}; return 0; }}"
    );
    let mut options = ["-T", "ps_6_8", "-fcgl"].map(str::to_owned).to_vec();
    if numbers.below(2) == 0 {
        options.push("-enable-16bit-types".to_owned());
    }
    options::vary(&mut options, numbers);
    Source { path: "method.hlsl".to_owned(), options, text }
}
