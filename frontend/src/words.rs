//! The words that HLSL knows: keywords, modifiers and the names of builtin types, as one table.
//!
//! Every interner of a compilation starts with these words, so that a word's class is found by the number of its
//! symbol. The table has what parsing needs: whether a name is a type, not which type it is.

use crate::ast::{Modifier, StructTag};
use crate::classify::terminal::{BufferKind, Jump, Kind, LiteralKind};
use crate::language::HlslVersion;
use base::intern::{self, Interner, Known, Symbol};

/// The class of a word, without its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// A name like any other.
    Name,
    /// A keyword that means the same everywhere.
    Keyword(Kind),
    /// A modifier wherever it stands.
    Modifier(Modifier),
    /// A modifier before the rest of a declaration; otherwise a name.
    Contextual(Modifier),
    /// A type.
    Type,
    /// A type with template arguments, some of which may be left out.
    TypeTemplate,
    /// `technique` and similar ones.
    Technique,
    /// A type of the old effect framework; its objects are skipped.
    EffectObject,
    /// A type of Direct3D's ray tracing subobjects, which say nothing to Vulkan; they are skipped.
    Subobject,
    /// `operator`.
    Operator,
    /// `interface` since HLSL 202x: a name, unless the declaration of an interface follows.
    FormerInterface,
    /// A word of C++ that HLSL reserves and does not have.
    Reserved,
}

const fn kw(word: &'static str, kind: Kind) -> (&'static str, Word) {
    (word, Word::Keyword(kind))
}

const fn always(word: &'static str, modifier: Modifier) -> (&'static str, Word) {
    (word, Word::Modifier(modifier))
}

const fn contextual(word: &'static str, modifier: Modifier) -> (&'static str, Word) {
    (word, Word::Contextual(modifier))
}

const fn ty(word: &'static str) -> (&'static str, Word) {
    (word, Word::Type)
}

const fn template(word: &'static str) -> (&'static str, Word) {
    (word, Word::TypeTemplate)
}

/// All words but the names of vectors and matrices.
const WORDS: &[(&str, Word)] = &[
    kw("struct", Kind::Struct(StructTag::Struct)),
    kw("class", Kind::Struct(StructTag::Class)),
    kw("interface", Kind::Struct(StructTag::Interface)),
    kw("enum", Kind::Enum),
    kw("namespace", Kind::Namespace),
    kw("template", Kind::Template),
    kw("typename", Kind::Typename),
    kw("using", Kind::Using),
    kw("cbuffer", Kind::Buffer(BufferKind::Constant)),
    kw("tbuffer", Kind::Buffer(BufferKind::Texture)),
    kw("if", Kind::If),
    kw("else", Kind::Else),
    kw("for", Kind::For),
    kw("while", Kind::While),
    kw("do", Kind::Do),
    kw("switch", Kind::Switch),
    kw("case", Kind::Case),
    kw("default", Kind::Default),
    kw("break", Kind::Jump(Jump::Break)),
    kw("continue", Kind::Jump(Jump::Continue)),
    kw("discard", Kind::Jump(Jump::Discard)),
    kw("return", Kind::Return),
    kw("decltype", Kind::Decltype),
    kw("__decltype", Kind::Decltype),
    kw("_Static_assert", Kind::StaticAssert),
    kw("static_assert", Kind::StaticAssert),
    kw("public", Kind::Access),
    kw("private", Kind::Access),
    kw("protected", Kind::Access),
    kw("true", Kind::Literal(LiteralKind::True)),
    kw("false", Kind::Literal(LiteralKind::False)),
    ("operator", Word::Operator),
    always("const", Modifier::Const),
    always("static", Modifier::Static),
    always("extern", Modifier::Extern),
    always("inline", Modifier::Inline),
    always("typedef", Modifier::Typedef),
    always("uniform", Modifier::Uniform),
    always("groupshared", Modifier::Groupshared),
    always("in", Modifier::In),
    always("out", Modifier::Out),
    always("inout", Modifier::InOut),
    always("row_major", Modifier::RowMajor),
    always("column_major", Modifier::ColumnMajor),
    always("snorm", Modifier::Snorm),
    always("unorm", Modifier::Unorm),
    always("nointerpolation", Modifier::NoInterpolation),
    always("noperspective", Modifier::NoPerspective),
    always("constexpr", Modifier::Constexpr),
    always("mutable", Modifier::Mutable),
    contextual("globallycoherent", Modifier::GloballyCoherent),
    contextual("reordercoherent", Modifier::ReorderCoherent),
    contextual("shared", Modifier::Shared),
    contextual("export", Modifier::Export),
    contextual("precise", Modifier::Precise),
    contextual("sample", Modifier::Sample),
    contextual("point", Modifier::Point),
    contextual("line", Modifier::Line),
    contextual("lineadj", Modifier::LineAdj),
    contextual("triangle", Modifier::Triangle),
    contextual("triangleadj", Modifier::TriangleAdj),
    contextual("linear", Modifier::Linear),
    contextual("center", Modifier::Center),
    contextual("centroid", Modifier::Centroid),
    contextual("indices", Modifier::Indices),
    contextual("vertices", Modifier::Vertices),
    contextual("primitives", Modifier::Primitives),
    contextual("payload", Modifier::Payload),
    contextual("unsigned", Modifier::Unsigned),
    ty("void"),
    ty("auto"),
    ty("string"),
    ty("sampler"),
    ty("sampler1D"),
    ty("sampler2D"),
    ty("sampler3D"),
    ty("samplerCUBE"),
    ty("SamplerState"),
    ty("SamplerComparisonState"),
    ty("ByteAddressBuffer"),
    ty("RWByteAddressBuffer"),
    ty("RasterizerOrderedByteAddressBuffer"),
    ty("RaytracingAccelerationStructure"),
    ty("RayDesc"),
    ty("BuiltInTriangleIntersectionAttributes"),
    ty("BuiltInTrianglePositions"),
    ty("int8_t4_packed"),
    ty("uint8_t4_packed"),
    ty("EmptyNodeInput"),
    ty("EmptyNodeOutput"),
    ty("EmptyNodeOutputArray"),
    ty("RAY_FLAG"),
    ty("RAYQUERY_FLAG"),
    ty("COMMITTED_STATUS"),
    ty("CANDIDATE_TYPE"),
    ty("MEMORY_TYPE_FLAG"),
    ty("BARRIER_SEMANTIC_FLAG"),
    template("vector"),
    template("matrix"),
    template("Texture1D"),
    template("Texture2D"),
    template("Texture3D"),
    template("TextureCube"),
    template("Texture1DArray"),
    template("Texture2DArray"),
    template("TextureCubeArray"),
    template("Texture2DMS"),
    template("Texture2DMSArray"),
    template("RWTexture1D"),
    template("RWTexture2D"),
    template("RWTexture3D"),
    template("RWTexture1DArray"),
    template("RWTexture2DArray"),
    template("RWTexture2DMS"),
    template("RWTexture2DMSArray"),
    template("RasterizerOrderedTexture1D"),
    template("RasterizerOrderedTexture2D"),
    template("RasterizerOrderedTexture3D"),
    template("RasterizerOrderedTexture1DArray"),
    template("RasterizerOrderedTexture2DArray"),
    template("RasterizerOrderedBuffer"),
    template("RasterizerOrderedStructuredBuffer"),
    template("Buffer"),
    template("RWBuffer"),
    template("StructuredBuffer"),
    template("RWStructuredBuffer"),
    template("AppendStructuredBuffer"),
    template("ConsumeStructuredBuffer"),
    template("ConstantBuffer"),
    template("TextureBuffer"),
    template("RayQuery"),
    template("PointStream"),
    template("LineStream"),
    template("TriangleStream"),
    template("InputPatch"),
    template("OutputPatch"),
    template("SubpassInput"),
    template("SubpassInputMS"),
    template("FeedbackTexture2D"),
    template("FeedbackTexture2DArray"),
    template("DispatchNodeInputRecord"),
    template("RWDispatchNodeInputRecord"),
    template("GroupNodeInputRecords"),
    template("RWGroupNodeInputRecords"),
    template("ThreadNodeInputRecord"),
    template("RWThreadNodeInputRecord"),
    template("NodeOutput"),
    template("NodeOutputArray"),
    template("ThreadNodeOutputRecords"),
    template("GroupNodeOutputRecords"),
    ("GlobalRootSignature", Word::Subobject),
    ("LocalRootSignature", Word::Subobject),
    ("StateObjectConfig", Word::Subobject),
    ("SubobjectToExportsAssociation", Word::Subobject),
    ("RaytracingShaderConfig", Word::Subobject),
    ("RaytracingPipelineConfig", Word::Subobject),
    ("RaytracingPipelineConfig1", Word::Subobject),
    ("TriangleHitGroup", Word::Subobject),
    ("ProceduralPrimitiveHitGroup", Word::Subobject),
    ("texture", Word::EffectObject),
    ("Texture", Word::EffectObject),
    ("pixelshader", Word::EffectObject),
    ("PixelShader", Word::EffectObject),
    ("vertexshader", Word::EffectObject),
    ("VertexShader", Word::EffectObject),
    ("pixelfragment", Word::EffectObject),
    ("vertexfragment", Word::EffectObject),
    ("ComputeShader", Word::EffectObject),
    ("DomainShader", Word::EffectObject),
    ("GeometryShader", Word::EffectObject),
    ("HullShader", Word::EffectObject),
    ("BlendState", Word::EffectObject),
    ("DepthStencilState", Word::EffectObject),
    ("DepthStencilView", Word::EffectObject),
    ("RasterizerState", Word::EffectObject),
    ("RenderTargetView", Word::EffectObject),
    ("technique", Word::Technique),
    ("technique10", Word::Technique),
    ("technique11", Word::Technique),
    ("Technique", Word::Technique),
    ("TECHNIQUE", Word::Technique),
    ("Technique10", Word::Technique),
    ("Technique11", Word::Technique),
    ("fxgroup", Word::Technique),
    ("asm", Word::Reserved),
    ("catch", Word::Reserved),
    ("const_cast", Word::Reserved),
    ("delete", Word::Reserved),
    ("dynamic_cast", Word::Reserved),
    ("explicit", Word::Reserved),
    ("friend", Word::Reserved),
    ("goto", Word::Reserved),
    ("new", Word::Reserved),
    ("reinterpret_cast", Word::Reserved),
    ("signed", Word::Reserved),
    ("static_cast", Word::Reserved),
    ("throw", Word::Reserved),
    ("try", Word::Reserved),
    ("typeid", Word::Reserved),
    ("union", Word::Reserved),
    ("virtual", Word::Reserved),
    ("volatile", Word::Reserved),
    ("GetAttributes", Word::Name),
    ("Load", Word::Name),
    ("Store", Word::Name),
    ("dx", Word::Name),
    ("sampler_state", Word::Name),
    ("vk", Word::Name),
];

/// Words of another class in HLSL 202x. Those that it has removed are names, unless they are used as in older versions,
/// which is an error.
const IN_202X: &[(&str, Word)] = &[
    ("interface", Word::FormerInterface),
    ("uniform", Word::Contextual(Modifier::Uniform)),
    ("shared", Word::Contextual(Modifier::Shared)),
    (STATIC_CAST, Word::Name),
    ("explicit", Word::Modifier(Modifier::Explicit)),
];

/// The cast that HLSL 202x has under its plain name and in the namespace `hlsl`.
pub const STATIC_CAST: &str = "static_cast";
/// The casts of the namespace `hlsl` of HLSL 202x: function templates whose argument is the type of the result.
pub const CASTS: [&str; 3] = [STATIC_CAST, "bit_cast", "elementwise_cast"];

/// Scalars; each also names vectors of 1 to 4 components and matrices of 1x1 to 4x4.
const SCALARS: &[&str] = &[
    "bool",
    "double",
    "dword",
    "float",
    "float16_t",
    "float32_t",
    "float64_t",
    "half",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "min10float",
    "min12int",
    "min16float",
    "min16int",
    "min16uint",
    "uint",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
];

/// The scope of the attributes that mean something here.
pub(crate) const ATTRIBUTE_SCOPE: &str = "vk";

/// The kind of a builtin name of a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    /// A type.
    Type,
    /// A type with template arguments.
    TypeTemplate,
    /// A function with template arguments.
    FunctionTemplate,
}

/// Builtin names of namespaces that matter for parsing.
pub(crate) const NAMESPACE_MEMBERS: &[(&str, &str, Member)] = &[
    ("dx", "HitObject", Member::Type),
    ("vk", "BufferPointer", Member::TypeTemplate),
    ("vk", "Literal", Member::TypeTemplate),
    ("vk", "RawBufferLoad", Member::FunctionTemplate),
    ("vk", "RawBufferStore", Member::FunctionTemplate),
    ("vk", "SampledTexture1D", Member::TypeTemplate),
    ("vk", "SampledTexture1DArray", Member::TypeTemplate),
    ("vk", "SampledTexture2D", Member::TypeTemplate),
    ("vk", "SampledTexture2DArray", Member::TypeTemplate),
    ("vk", "SampledTexture2DMS", Member::TypeTemplate),
    ("vk", "SampledTexture2DMSArray", Member::TypeTemplate),
    ("vk", "SampledTexture3D", Member::TypeTemplate),
    ("vk", "SampledTextureCUBE", Member::TypeTemplate),
    ("vk", "SampledTextureCUBEArray", Member::TypeTemplate),
    ("vk", "SampledTextureCube", Member::TypeTemplate),
    ("vk", "SpirvOpaqueType", Member::TypeTemplate),
    ("vk", "SpirvType", Member::TypeTemplate),
    ("vk", "ext_result_id", Member::TypeTemplate),
    ("vk", "ext_type", Member::TypeTemplate),
    ("vk", "integral_constant", Member::TypeTemplate),
    ("vk", "reinterpret_pointer_cast", Member::FunctionTemplate),
    ("vk", "static_pointer_cast", Member::FunctionTemplate),
];

/// Methods that take template arguments although no template of that name is declared.
pub(crate) const METHOD_TEMPLATES: [Symbol; 3] = [symbol_of("GetAttributes"), symbol_of("Load"), symbol_of("Store")];

/// The symbols of words that the classifier requires by name.
pub(crate) mod known {
    use super::{Symbol, symbol_of};

    pub(crate) const SAMPLER_STATE: Symbol = symbol_of("sampler_state");
    pub(crate) const UNSIGNED: Symbol = symbol_of("unsigned");
}

/// The symbol of a word of [`WORDS`]; the build fails when it is not there.
const fn symbol_of(word: &str) -> Symbol {
    let mut index = 0;
    while !equal(WORDS[index].0, word) {
        index += 1;
    }
    Symbol::new(index as u32 + 1)
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The scalar itself, four vectors, sixteen matrices.
const NAMES_PER_SCALAR: usize = 21;
/// All words, and the empty name before them.
const COUNT: usize = 1 + WORDS.len() + SCALARS.len() * NAMES_PER_SCALAR;

/// The names of all words, one after the other.
struct Names {
    text: [u8; LENGTH],
    ends: [u32; COUNT],
    classes: [Word; COUNT],
    /// The number of names so far, and the length of their text.
    count: usize,
    length: usize,
}

/// The length of all names together.
const LENGTH: usize = {
    let (mut length, mut at) = (0, 0);
    while at < WORDS.len() {
        length += WORDS[at].0.len();
        at += 1;
    }
    at = 0;
    while at < SCALARS.len() {
        length += SCALARS[at].len() * NAMES_PER_SCALAR + 4 + 16 * "1x1".len();
        at += 1;
    }
    length
};

impl Names {
    const fn all() -> Names {
        let (text, ends, classes) = ([0; LENGTH], [0; COUNT], [Word::Name; COUNT]);
        let mut names = Names { text, ends, classes, count: 0, length: 0 };
        names.end(Word::Name);
        let mut at = 0;
        while at < WORDS.len() {
            names.add(WORDS[at].0);
            names.end(WORDS[at].1);
            at += 1;
        }
        at = 0;
        while at < SCALARS.len() {
            names.add_numeric(SCALARS[at]);
            at += 1;
        }
        names
    }

    /// Appends to the name that has not ended yet.
    const fn add(&mut self, text: &str) {
        let mut at = 0;
        while at < text.len() {
            self.text[self.length] = text.as_bytes()[at];
            self.length += 1;
            at += 1;
        }
    }

    const fn end(&mut self, class: Word) {
        self.ends[self.count] = self.length as u32;
        self.classes[self.count] = class;
        self.count += 1;
    }

    /// `float`, `float1`, `float1x1` and so on.
    const fn add_numeric(&mut self, scalar: &str) {
        const SIZES: [&str; 4] = ["1", "2", "3", "4"];
        self.add(scalar);
        self.end(Word::Type);
        let mut rows = 0;
        while rows < SIZES.len() {
            self.add(scalar);
            self.add(SIZES[rows]);
            self.end(Word::Type);
            let mut columns = 0;
            while columns < SIZES.len() {
                self.add(scalar);
                self.add(SIZES[rows]);
                self.add("x");
                self.add(SIZES[columns]);
                self.end(Word::Type);
                columns += 1;
            }
            rows += 1;
        }
    }
}

static NAMES: Names = Names::all();
static KNOWN: Known = Known::new(&NAMES.text, &NAMES.ends, &SLOTS);
static SLOTS: [intern::Slot; 2048] = intern::slots(&NAMES.text, &NAMES.ends);

/// An interner that knows all words; every compilation starts with one.
pub fn new_interner() -> Interner {
    Interner::with_known(&KNOWN)
}

/// An interner that knows all words, with space for the names of a text of the given number of bytes.
pub fn new_interner_for(bytes: usize) -> Interner {
    /// The usual number of names in a shader of one page.
    const USUAL: usize = 224;
    /// The usual number of bytes per name in a longer one.
    const BYTES: usize = 64;
    /// The limit of preallocated names: a long text may be data.
    const MOST: usize = 1 << 13;
    new_interner().with_room((bytes / BYTES).clamp(USUAL, MOST))
}

/// Semantics of pixel shaders, whose presence in a text decides about a message.
pub const PIXEL_SEMANTICS: [&str; 4] = ["SV_Target", "SV_TARGET", "SV_Target0", "SV_TARGET0"];
/// Attributes of the stages between vertices and pixels, whose presence in a text decides about a message.
pub const MIDDLE_ATTRIBUTES: [&str; 3] = ["maxvertexcount", "domain", "outputcontrolpoints"];

/// Declared by an include for tests whose compute entry points are the tests.
pub(crate) const ENTRIES_ARE_TESTS: &str = "__hlsl2spirv_entries_are_tests";

/// The names with which a unit can begin: without those whose presence decides about anything.
pub(crate) fn shareable(names: &Interner) -> Interner {
    let is_telling = |name: &str| name == ENTRIES_ARE_TESTS || telling_names().any(|telling| telling == name);
    let all = (names.known_count()..names.len() as u32).map(|raw| names.resolve(Symbol::new(raw)));
    let mut kept = new_interner().with_room(names.len() - names.known_count() as usize);
    all.filter(|name| !is_telling(name)).for_each(|name| _ = kept.intern(name));
    kept
}

/// The names whose presence decides something.
fn telling_names() -> impl Iterator<Item = &'static str> {
    PIXEL_SEMANTICS.into_iter().chain(MIDDLE_ATTRIBUTES)
}

/// Which of the names are there whose presence decides something, a bit each.
pub(crate) fn telling(names: &Interner) -> u8 {
    let bits = telling_names().enumerate().map(|(at, name)| u8::from(names.lookup(name).is_some()) << at);
    bits.fold(0, |all, bit| all | bit)
}

/// Adds those names.
pub(crate) fn intern_telling(names: &mut Interner, which: u8) {
    for (_, name) in telling_names().enumerate().filter(|(at, _)| which >> at & 1 == 1) {
        names.intern(name);
    }
}

/// The classes of all words in a version of the language, by the number of their symbols. Symbols beyond the end are names.
pub(crate) fn classes(version: HlslVersion) -> &'static [Word] {
    if version < HlslVersion::V202x { &NAMES.classes } else { &CLASSES_OF_202X }
}

static CLASSES_OF_202X: [Word; COUNT] = {
    let (mut classes, mut at) = (NAMES.classes, 0);
    while at < IN_202X.len() {
        classes[symbol_of(IN_202X[at].0).raw() as usize] = IN_202X[at].1;
        at += 1;
    }
    classes
};

/// All keywords and modifiers, for suggestions.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(|(_, class)| matches!(class, Word::Keyword(_) | Word::Modifier(_))).map(|&(word, _)| word)
}

/// The modifiers that are names where no declaration follows.
pub fn contextual_modifiers() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(|(_, class)| matches!(class, Word::Contextual(_))).map(|&(word, _)| word)
}

/// The names of all types and templates of types, for suggestions.
pub fn type_names() -> impl Iterator<Item = &'static str> {
    let names = NAMES.classes.iter().enumerate();
    let types = names.filter(|(_, class)| matches!(class, Word::Type | Word::TypeTemplate));
    types.map(|(at, _)| KNOWN.resolve(Symbol::new(at as u32)))
}

/// A modifier as written.
pub(crate) fn modifier(modifier: Modifier) -> &'static str {
    let row = WORDS.iter().chain(IN_202X).find(|row| match row.1 {
        Word::Modifier(own) | Word::Contextual(own) => own == modifier,
        Word::Name
        | Word::Keyword(_)
        | Word::Type
        | Word::TypeTemplate
        | Word::Technique
        | Word::EffectObject
        | Word::Subobject
        | Word::Operator
        | Word::FormerInterface
        | Word::Reserved => false,
    });
    row.map_or("", |row| row.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_by_the_number_of_its_symbol() {
        let interner = new_interner();
        let class = |word: &str| classes(HlslVersion::default())[interner.lookup(word).expect("a word").raw() as usize];
        assert_eq!(class("float4x4"), Word::Type);
        assert_eq!(class("Buffer"), Word::TypeTemplate);
        assert_eq!(class("return"), Word::Keyword(Kind::Return));
        assert_eq!(interner.resolve(known::SAMPLER_STATE), "sampler_state");
        assert_eq!((NAMES.count, NAMES.length), (COUNT, LENGTH));
        assert_eq!(interner.lookup("uint8_t4x4").map(|last| last.raw() as usize), Some(COUNT - 1));
    }
}
