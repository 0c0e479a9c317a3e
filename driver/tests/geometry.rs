//! Mesh, geometry, hull and domain shaders on the CPU: pictures whose texels were computed by hand, in both engines.

mod support;

use support::{Folder, ended};

impl Folder {
    /// Draws in both engines, and in the interpreter with all checks, which must give the same bytes. Returns the texels.
    fn drawn(&self, line: &str) -> Vec<[u8; 4]> {
        let (line, options) = line.split_once(" -- ").unwrap_or((line, "-Wno-everything"));
        let of = |engine: &str, more: &str| {
            let call = format!("draw {line} {more} --out {engine}.raw -- {options}");
            let (status, said) = ended(&self.run(&call));
            assert_eq!(status, Some(0), "{call}: {said}");
            std::fs::read(self.join(format!("{engine}.raw"))).unwrap()
        };
        let compiled = of("compiled", "--engine compiled");
        assert_eq!(compiled, of("interpreter", "--engine interpreter"), "{line}");
        assert_eq!(compiled, of("checked", "--check"), "{line}");
        assert_eq!(compiled, of("threads", "--engine compiled --threads 1"), "{line}");
        compiled.as_chunks().0.to_vec()
    }
}

fn part(value: f64) -> u8 {
    (value * 255.0).round() as u8
}

/// Compares with what a function says of each pixel of a square picture. Texels may differ by this much.
fn expect(texels: &[[u8; 4]], side: usize, tolerance: u8, of: impl Fn(usize, usize) -> [u8; 4]) {
    for (at, texel) in texels.iter().enumerate() {
        let expected = of(at % side, at / side);
        let fits = texel.iter().zip(expected).all(|(one, two)| one.abs_diff(two) <= tolerance);
        assert!(fits, "pixel ({},{}): {texel:?} for {expected:?}", at % side, at / side);
    }
}

/// Each group of the amplification shader starts two of the mesh shader, each of which makes a quadrant of two triangles, and
/// a third one that it drops.
const MESHES: &str = r#"
    struct Payload { uint number; float2 shade[2]; bool is_lit; };
    struct V { float4 at : SV_Position; float2 color : COLOR; };
    struct M { float shade : SHADE; uint id : SV_PrimitiveID; bool cull : SV_CullPrimitive; };
    struct P { nointerpolation float shade : SHADE; uint id : SV_PrimitiveID; };
    groupshared Payload payload;
    groupshared float2 corners[4];
    [numthreads(2, 1, 1)]
    void as_main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID) {
        payload.shade[t] = float2(g.x, t) * 0.5 + 0.25;
        if (t == 0) { payload.number = g.x; payload.is_lit = g.x == 1; }
        DispatchMesh(2, 1, 1, payload);
    }
    [outputtopology("triangle")]
    [numthreads(4, 1, 1)]
    void ms_main(uint t : SV_GroupThreadID, uint3 g : SV_GroupID, uint3 d : SV_DispatchThreadID, in payload Payload p,
                 out vertices V v[4], out indices uint3 tri[3], out primitives M m[3]) {
        SetMeshOutputCounts(4, 3);
        corners[t] = float2(d.x & 1, t >> 1);
        GroupMemoryBarrierWithGroupSync();
        float2 corner = corners[3 - t];
        v[t].at = float4(corner.x + (g.x == 0 ? -1 : 0), corner.y + (p.is_lit ? 0 : -1), 0.5, 1);
        v[t].color = p.shade[g.x];
        if (t < 3) {
            tri[t] = t == 0 ? uint3(0, 1, 2) : t == 1 ? uint3(1, 3, 2) : uint3(0, 1, 3);
            m[t].shade = t * 0.5;
            m[t].id = 40 + t + 10 * p.number;
            m[t].cull = t == 2;
        }
    }
    float4 ps_main(V v, P p) : SV_Target { return float4(v.color, p.shade, p.id / 255.0); }"#;

#[test]
fn groups_make_meshlets_of_payloads() {
    let folder = Folder::with("meshes", &[("meshes.hlsl", MESHES)]);
    let texels = folder.drawn("meshes.hlsl --size 8x8 --dispatch 2,1,1");
    expect(&texels, 8, 0, |x, y| {
        let (right, lit) = (x / 4, usize::from(y < 4));
        // Of the diagonal the triangle has the pixels to whose left it is.
        let second = usize::from(x % 4 < y % 4);
        let shade = |is_more: usize| part(0.25 + 0.5 * is_more as f64);
        [shade(lit), shade(right), part(0.5 * second as f64), (40 + second + 10 * lit) as u8]
    });
    // Without the second group half of the picture stays as it was.
    let texels = folder.drawn("meshes.hlsl --size 8x8");
    assert!(texels[..32].iter().all(|texel| *texel == [0; 4]) && texels[32..].iter().all(|texel| texel[3] != 0));
}

/// Points become two squares each, in two instances.
const SQUARES: &str = "
    struct V { float4 at : SV_Position; uint id : ID; };
    struct G { float4 at : SV_Position; nointerpolation float2 color : COLOR; uint id : SV_PrimitiveID;
               uint port : SV_ViewportArrayIndex; };
    V vs_main(uint id : SV_VertexID) { V v; v.at = float4(id == 0 ? -0.5 : 0.5, 0, 0.5, 1); v.id = id; return v; }
    [instance(2)]
    [maxvertexcount(8)]
    void gs_main(point V v[1], uint number : SV_PrimitiveID, uint instance : SV_GSInstanceID,
                 inout TriangleStream<G> stream) {
        for (uint side = 0; side < 2; side++) {
            for (uint corner = 0; corner < 4; corner++) {
                G g;
                float2 at = float2(v[0].at.x - 0.5 + 0.5 * (side + (corner & 1)), float(instance) - 1 + (corner >> 1));
                g.at = float4(at, 0.5, 1);
                g.color = float2(v[0].id, side) * 0.5 + 0.25;
                g.id = number * 2 + instance;
                g.port = side;
                stream.Append(g);
            }
            stream.RestartStrip();
        }
    }
    float4 ps_main(G g) : SV_Target { return float4(g.color, g.id / 255.0, 1); }";

#[test]
fn points_become_strips() {
    let folder = Folder::with("squares", &[("squares.hlsl", SQUARES)]);
    let shade = |is_more: usize| part(0.25 + 0.5 * is_more as f64);
    let texels = folder.drawn("squares.hlsl --size 8x8 --vertices 2");
    expect(&texels, 8, 0, |x, y| [shade(x / 4), shade(x % 4 / 2), (x / 4 * 2 + usize::from(y < 4)) as u8, 255]);
    // The second square of each goes to the second viewport, which is the right half.
    let ports = "--state viewport=0:0:4:8,viewport=4:0:4:8";
    let texels = folder.drawn(&format!("squares.hlsl --size 8x8 --vertices 2 {ports}"));
    expect(&texels, 8, 0, |x, y| match (x % 2 == x / 4, x % 4 / 2) {
        (true, point) => [shade(point), shade(x / 4), (point * 2 + usize::from(y < 4)) as u8, 255],
        (false, _) => [0; 4],
    });
}

/// A triangle over the picture, with the numbers of the vertices of the primitive.
const TAKEN: &str = "
    struct V { float4 at : SV_Position; uint id : ID; };
    struct G { float4 at : SV_Position; nointerpolation uint4 ids : IDS; };
    V vs_main(uint id : SV_VertexID) { V v; v.at = 0; v.id = id; return v; }
    [maxvertexcount(3)]
    void gs_main(FORM V v[COUNT], inout TriangleStream<G> stream) {
        for (uint corner = 0; corner < 3; corner++) {
            G g;
            g.at = float4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0.5, 1);
            g.ids = uint4(v[0].id, v[COUNT / 2].id, v[COUNT - 1].id, COUNT);
            stream.Append(g);
        }
    }
    float4 ps_main(G g) : SV_Target { return g.ids / 255.0; }";

#[test]
fn geometry_shaders_take_all_topologies() {
    let folder = Folder::with("taken", &[("taken.hlsl", TAKEN)]);
    for (form, count, expected, state) in [
        ("point", 1, [0, 0, 0, 1], ""),
        ("line", 2, [0, 1, 1, 2], ""),
        ("lineadj", 4, [0, 2, 3, 4], ""),
        ("triangle", 3, [0, 1, 2, 3], ""),
        ("triangleadj", 6, [0, 3, 5, 6], ""),
        ("triangle", 3, [0, 1, 2, 3], "--state topology=triangle-strip"),
    ] {
        let options = format!("-DFORM={form} -DCOUNT={count}");
        let texels = folder.drawn(&format!("taken.hlsl --size 2x2 --vertices {count} {state} -- {options}"));
        assert_eq!(texels, vec![expected; 4], "{form}");
    }
}

/// Points and lines of a geometry shader.
const THIN: &str = "
    struct G { float4 at : SV_Position; nointerpolation float4 color : COLOR; };
    struct V { float4 at : SV_Position; };
    V vs_main() { V v; v.at = 0; return v; }
    [maxvertexcount(4)]
    void gs_main(point V v[1], inout KIND<G> stream) {
        for (uint number = 0; number < 4; number++) {
            G g;
            g.at = float4((number * 2 + 1) / 4.0 - 1, number < 2 ? 0.75 : -0.75, 0.5, 1);
            g.color = (number + 1) / 5.0;
            stream.Append(g);
            if (number == 1) stream.RestartStrip();
        }
    }
    float4 ps_main(G g) : SV_Target { return g.color; }";

#[test]
fn points_and_lines_are_made() {
    let folder = Folder::with("thin", &[("thin.hlsl", THIN)]);
    let drawn = |kind: &str| folder.drawn(&format!("thin.hlsl --size 4x4 --vertices 1 -- -DKIND={kind}"));
    expect(&drawn("PointStream"), 4, 0, |x, y| match (x, y) {
        (0 | 1, 0) | (2 | 3, 3) => [part((x + 1) as f64 / 5.0); 4],
        _ => [0; 4],
    });
    // A line does not draw its last pixel.
    let lines = drawn("LineStream");
    let lit: Vec<usize> = (0..16).filter(|at| lines[*at] != [0; 4]).collect();
    assert_eq!(lit, [0, 14]);
}

/// Patches that cover the picture, cut in a way that options say.
const PATCHES: &str = r#"
    cbuffer Factors { float edge; float inside; };
    struct V { float2 at : AT; };
    struct C { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float tint : TINT; };
    struct D { float4 at : SV_Position; float2 uv : UV; float tint : TINT; };
    V vs_main(uint id : SV_VertexID) {
        V v;
        v.at = float2((id & 1) * 0.5 + (id >> 2) * 0.5, id >> 1 & 1);
        return v;
    }
    C constants(InputPatch<V, 4> p, OutputPatch<V, 4> o, uint id : SV_PrimitiveID) {
        C c;
        c.edges[0] = c.edges[1] = c.edges[2] = c.edges[3] = edge;
        c.inside[0] = c.inside[1] = inside;
        c.tint = o[3].at.x * 0.5 + id * 0.25 + o[0].at.y;
        return c;
    }
    [domain("quad")] [partitioning(PARTITIONING)] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)]
    [patchconstantfunc("constants")]
    V hs_main(InputPatch<V, 4> p, uint id : SV_OutputControlPointID, uint number : SV_PrimitiveID) {
        V v;
        v.at = p[id].at;
        return v;
    }
    [domain("quad")]
    D ds_main(C c, float2 uv : SV_DomainLocation, const OutputPatch<V, 4> p) {
        D d;
        float2 at = lerp(lerp(p[0].at, p[1].at, uv.x), lerp(p[2].at, p[3].at, uv.x), uv.y);
        d.at = float4(at * 2 - 1, 0.5, 1);
        d.uv = uv;
        d.tint = c.tint;
        return d;
    }
    float4 ps_main(D d, uint id : SV_PrimitiveID) : SV_Target { return float4(d.uv, d.tint, (id + 1) / 255.0); }"#;

#[test]
fn patches_are_cut_and_cover_their_domain() {
    let folder = Folder::with("patches", &[("patches.hlsl", PATCHES)]);
    for (partitioning, factors) in [
        ("integer", "1,1"),
        ("integer", "3.3,7.2"),
        ("fractional_odd", "3.3,7.2"),
        ("fractional_odd", "63.5,2"),
        ("fractional_even", "64,64"),
    ] {
        let options = format!("-DPARTITIONING=\"{partitioning}\"");
        let line = format!("patches.hlsl --size 8x8 --vertices 8 --bind Factors=f32:{factors} -- {options}");
        expect(&folder.drawn(&line), 8, 1, |x, y| {
            let u = (x % 4) as f64 / 4.0 + 0.125;
            let v = 1.0 - (y as f64 + 0.5) / 8.0;
            [part(u), part(v), part(if x < 4 { 0.25 } else { 0.75 }), (x / 4 + 1) as u8]
        });
    }
    // A factor that is not positive drops the patch.
    let dropped =
        folder.drawn("patches.hlsl --size 8x8 --vertices 8 --bind Factors=f32:0,4 -- -DPARTITIONING=\"integer\"");
    assert_eq!(dropped, vec![[0; 4]; 64]);
}

/// Lines over the picture, from a patch of one control point that becomes two.
const LINES: &str = r#"
    struct V { float at : AT; };
    struct C { float edges[2] : SV_TessFactor; };
    struct D { float4 at : SV_Position; nointerpolation float2 uv : UV; };
    V vs_main(uint id : SV_VertexID) { V v; v.at = id + 2; return v; }
    C constants() { C c; c.edges[0] = 4; c.edges[1] = 2; return c; }
    [domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)]
    [patchconstantfunc("constants")]
    V hs_main(InputPatch<V, 1> p, uint id : SV_OutputControlPointID) { V v; v.at = p[0].at * (id == 0 ? -1 : 1); return v; }
    [domain("isoline")]
    D ds_main(C c, float2 uv : SV_DomainLocation, const OutputPatch<V, 2> p) {
        D d;
        d.at = float4(lerp(p[0].at, p[1].at, uv.x), uv.y * 2 - 0.75, 0.5, 1);
        d.uv = uv;
        return d;
    }
    float4 ps_main(D d) : SV_Target { return float4(d.uv, 0, 1); }"#;

#[test]
fn isolines_are_drawn() {
    let folder = Folder::with("lines", &[("lines.hlsl", LINES)]);
    let texels = folder.drawn("lines.hlsl --size 4x4 --vertices 1");
    // The first line is the lowest one; a part of a line has the place where it begins.
    expect(&texels, 4, 0, |x, y| [part(if x < 2 { 0.0 } else { 0.5 }), part((3 - y) as f64 / 4.0), 0, 255]);
}

/// A triangle that is cut, whose triangles a geometry shader turns into their own: it counts the corners at the center.
const BOTH: &str = r#"
    struct V { float4 at : SV_Position; };
    struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
    struct G { float4 at : SV_Position; nointerpolation float4 color : COLOR; };
    V vs_main(uint id : SV_VertexID) {
        V v;
        v.at = float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0.5, 1);
        return v;
    }
    C constants() { C c; c.edges[0] = c.edges[1] = c.edges[2] = 1; c.inside = 2; return c; }
    [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
    [patchconstantfunc("constants")]
    V hs_main(InputPatch<V, 3> p, uint id : SV_OutputControlPointID) { return p[id]; }
    [domain("tri")]
    V ds_main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> p) {
        V v;
        v.at = p[0].at * at.x + p[1].at * at.y + p[2].at * at.z;
        return v;
    }
    [maxvertexcount(3)]
    void gs_main(triangle V v[3], uint number : SV_PrimitiveID, inout TriangleStream<G> stream) {
        uint centers = 0;
        for (uint at = 0; at < 3; at++) centers += all(abs(v[at].at.xy - 1.0 / 3) < 0.001) ? 1 : 0;
        for (uint corner = 0; corner < 3; corner++) {
            G g;
            g.at = v[corner].at;
            g.color = float4(centers, number, 0, 255) / 255.0;
            stream.Append(g);
        }
    }
    float4 ps_main(G g) : SV_Target { return g.color; }"#;

#[test]
fn geometry_shaders_follow_the_tessellator() {
    let folder = Folder::with("both", &[("both.hlsl", BOTH)]);
    assert_eq!(folder.drawn("both.hlsl --size 4x4 --state cull=none"), vec![[1, 0, 0, 255]; 16]);
}

/// A geometry shader that clips, culls and chooses layers.
const CLIPPED: &str = "
    struct V { float4 at : SV_Position; };
    struct G { float4 at : SV_Position; nointerpolation float color : COLOR; float2 clip : SV_ClipDistance;
               float cull : SV_CullDistance; uint layer : SV_RenderTargetArrayIndex; };
    V vs_main() { V v; v.at = 0; return v; }
    [maxvertexcount(9)]
    void gs_main(point V v[1], inout TriangleStream<G> stream) {
        for (uint number = 0; number < 3; number++) {
            for (uint corner = 0; corner < 3; corner++) {
                G g;
                g.at = float4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0.5, 1);
                g.color = (number + 1) / 5.0;
                // The left half of the picture, and its last column.
                g.clip = number == 0 ? float2(-g.at.x, 1) : number == 2 ? float2(1, g.at.x - 0.5) : 1;
                g.cull = number == 1 ? -1 : 1;
                g.layer = number == 2 ? 7 : 0;
                stream.Append(g);
            }
            stream.RestartStrip();
        }
    }
    float4 ps_main(G g) : SV_Target { return g.color; }";

#[test]
fn distances_and_layers_of_made_vertices_count() {
    let folder = Folder::with("clipped", &[("clipped.hlsl", CLIPPED)]);
    let texels = folder.drawn("clipped.hlsl --size 4x4 --vertices 1");
    // The second triangle is culled, and a layer that is not there is the first one.
    expect(&texels, 4, 0, |x, _| [[part(0.2); 4], [part(0.2); 4], [0; 4], [part(0.6); 4]][x]);
}

/// Mistakes, which are found in checked runs, and have no effect beyond what is dropped.
const WRONG: &str = r#"
    cbuffer Wrong { uint count; uint index; };
    struct V { float4 at : SV_Position; };
    [outputtopology("triangle")]
    [numthreads(4, 1, 1)]
    void ms_main(uint t : SV_GroupThreadID, out vertices V v[4], out indices uint3 tri[2]) {
        SetMeshOutputCounts(count, 2);
        v[t].at = float4(t == 1 ? 3 : -1, t == 2 ? 3 : -1, 0.5, 1);
        if (t < 2) tri[t] = t == 0 ? uint3(0, 1, 2) : uint3(0, 1, index);
    }
    float4 ps_main(V v) : SV_Target { return 1; }"#;

/// A geometry shader that makes as many vertices as a constant says.
const ENDLESS: &str = "
    cbuffer Wrong { uint count; };
    struct V { float4 at : SV_Position; };
    V vs_main() { V v; v.at = 0; return v; }
    [maxvertexcount(4)]
    void gs_main(point V v[1], inout TriangleStream<V> stream) {
        [loop] for (uint number = 0; number != count; number++) {
            V made;
            made.at = float4(number % 4 == 1 ? 3 : -1, number % 4 == 2 ? 3 : -1, 0.5, 1);
            stream.Append(made);
        }
    }
    float4 ps_main(V v) : SV_Target { return 1; }";

#[test]
fn what_is_too_much_is_dropped_and_found() {
    let folder = Folder::with("wrong", &[("wrong.hlsl", WRONG), ("endless.hlsl", ENDLESS)]);
    for (line, expected) in [
        (
            "wrong.hlsl --bind Wrong=u32:3,3",
            "6:10: error: primitive 1 of mesh group (0,0,0) has the index 3, and the group 3 vertices (primitives)",
        ),
        (
            "wrong.hlsl --bind Wrong=u32:9,3",
            "6:10: error: mesh group (0,0,0) makes 9 vertices, more than the 4 of its output (primitives)",
        ),
        (
            "endless.hlsl --vertices 1 --bind Wrong=u32:7",
            "6:10: error: primitive 0 makes 7 vertices, more than the 4 of 'maxvertexcount' (primitives)",
        ),
    ] {
        let (status, _, said) = folder.call(&format!("draw {line} --size 2x2 --check --report clang --out a.raw"));
        assert!(status == 6 && said.contains(expected), "{line}: {status}: {said}");
        for engine in ["compiled", "interpreter"] {
            let (status, _, said) = folder.call(&format!("draw {line} --size 2x2 --engine {engine} --out a.raw"));
            assert_eq!(status, 0, "{said}");
            assert_eq!(std::fs::read(folder.join("a.raw")).unwrap(), [255; 16], "{line}");
        }
    }
}

#[test]
fn draws_without_an_end_stop_at_the_deadline() {
    let files = [("endless.hlsl", ENDLESS), ("patches.hlsl", PATCHES), ("meshes.hlsl", MESHES)];
    let folder = Folder::with("endless", &files);
    for line in [
        "endless.hlsl --vertices 1 --bind Wrong=u32:4294967295",
        "endless.hlsl --vertices 4000000000 --bind Wrong=u32:0",
        "patches.hlsl --vertices 4000000000 --bind Factors=f32:64,64 --instances 4000000000",
        "meshes.hlsl --dispatch 2048,2048",
        "endless.hlsl --vertices 0 --bind Wrong=u32:0 --instances 4294967295",
    ] {
        let options = "-DPARTITIONING=\"integer\"";
        let (status, _, said) = folder.call(&format!("draw {line} --size 2x2 --deadline 1 --out a.raw -- {options}"));
        assert!(status == 1 && said.contains("deadline exceeded"), "{line}: {status}: {said}");
    }
}

const REFUSALS: &[(&str, &str)] = &[
    ("squares.hlsl --dispatch 2", "'--dispatch' requires a mesh shader"),
    ("meshes.hlsl --vertices 3", "'--vertices' requires a vertex shader; mesh shaders have '--dispatch'"),
    ("meshes.hlsl --dispatch 70000", "expected up to three numbers of groups, each up to 65535 and 4194304 in all"),
    ("squares.hlsl --state topology=lines", "takes primitives of 1 vertices, those of the topology have 2"),
    ("payload.hlsl", "the amplification shader writes a payload of 4 bytes, the mesh shader reads one of 8"),
    ("half.hlsl", "a tessellation_control shader requires a tessellation_evaluation shader"),
    ("unlinked.hlsl", "unlinked.hlsl:5:54: error: the vertex shader does not write input 'NORMAL'"),
    ("domains.hlsl", "the shaders do not fit"),
];

#[test]
fn stages_that_do_not_fit_are_refused() {
    let payload = "struct A { uint a; }; struct B { uint a, b; }; struct V { float4 at : SV_Position; };
        groupshared A payload;
        [numthreads(1, 1, 1)] void as_main() { payload.a = 1; DispatchMesh(1, 1, 1, payload); }
        [outputtopology(\"triangle\")] [numthreads(1, 1, 1)]
        void ms_main(in payload B p, out vertices V v[3], out indices uint3 tri[1]) { SetMeshOutputCounts(p.a, p.b); }
        float4 ps_main(V v) : SV_Target { return 1; }";
    let unlinked = "struct V { float4 at : SV_Position; };
        V vs_main(uint id : SV_VertexID) { V v; v.at = id; return v; }
        struct G { float4 at : SV_Position; };
        struct N {
            float4 at : SV_Position; float3 normal : NORMAL;
        };
        [maxvertexcount(1)] void gs_main(point N v[1], inout PointStream<G> s) { G g; g.at = v[0].normal.xyzz; s.Append(g); }
        float4 ps_main(G g) : SV_Target { return 1; }";
    let half = PATCHES.split("[domain(\"quad\")]\n    D ds_main").next().unwrap_or_default();
    let half = format!("{half} float4 ps_main(float4 at : SV_Position) : SV_Target {{ return at; }}");
    let half = half.replace("PARTITIONING", "\"integer\"");
    let domains = PATCHES.replacen("[domain(\"quad\")]", "[domain(\"tri\")]", 1).replace("PARTITIONING", "\"integer\"");
    let domains = domains.replace("float edges[4]", "float edges[3]").replace("float inside[2]", "float inside");
    let domains = domains.replace("= c.edges[3]", "").replace("c.inside[0] = c.inside[1]", "c.inside");
    let files = [
        ("squares.hlsl", SQUARES),
        ("meshes.hlsl", MESHES),
        ("payload.hlsl", payload),
        ("half.hlsl", &half),
        ("unlinked.hlsl", unlinked),
        ("domains.hlsl", &domains),
    ];
    let folder = Folder::with("refusals", &files);
    let (status, _, said) = folder.call("run meshes.hlsl");
    let expected = "cannot run 'meshes.hlsl', an amplification shader: 'hlsl2spirv draw' runs it";
    assert!(status == 1 && said.contains(expected), "{said}");
    for (line, expected) in REFUSALS {
        let (status, _, said) = folder.call(&format!("draw {line} --size 2x2 --out a.raw"));
        assert!(status != 0 && said.contains(expected), "{line}: {status}: {said}");
    }
}
