//! What `draw` says beside pictures: vertices in front of the rasterizer, and times.

mod support;

use support::Folder;

mod drawn;

/// A vertex shader whose outputs are numbers.
const CAPTURED: &str = "
    struct V { float4 at : SV_Position; nointerpolation uint number : NUMBER; float2 place : PLACE; };
    V main(uint id : SV_VertexID, uint instance : SV_InstanceID) {
        V v;
        v.at = float4(id, instance, 0, 1);
        v.number = id + 10 * instance;
        v.place = float2(id, -0.5);
        return v;
    }";

#[test]
fn vertices_of_draws_are_captured() {
    let folder = Folder::empty("captured");
    folder.write("vertices.hlsl", CAPTURED);
    for engine in ["compiled", "interpreter"] {
        let line = format!("draw vertices.hlsl --instances 2 --engine {engine} --state topology=lines --vertices 4");
        let (status, printed, said) = folder.call(&format!("{line} --stream-out NUMBER=print:u32"));
        assert_eq!((status, printed.as_str()), (0, "0\n1\n2\n3\n10\n11\n12\n13\n"), "{said}");
        // Strips are separate primitives, and each option has a file of its own.
        let line = line.replace("lines", "line-strip").replace("--vertices 4", "--vertices 3");
        let (status, printed, said) =
            folder.call(&format!("{line} --stream-out place.y,SV_Position.xy=print --stream-out NUMBER=numbers.raw"));
        let expected = "-0.5 0.0 0.0\n-0.5 1.0 0.0\n-0.5 1.0 0.0\n-0.5 2.0 0.0\n";
        let expected = expected.to_owned() + &expected.replace("0.0\n", "1.0\n");
        assert_eq!((status, printed), (0, expected), "{said}");
        let words: Vec<u32> = numbers(&folder, "numbers.raw");
        assert_eq!(words, [0, 1, 1, 2, 10, 11, 11, 12]);
    }
    // A file for each frame, as large as it needs to be.
    let line = "draw vertices.hlsl --vertices 30000 --frames 0..2 --stream-out NUMBER=many.raw";
    let (status, _, said) = folder.call(line);
    assert_eq!(status, 0, "{said}");
    assert!(numbers(&folder, "many-0001.raw").into_iter().eq(0..30_000));
    let wrong = [
        ("COLOR=print", "the last stage does not write 'COLOR'; it writes"),
        ("1:NUMBER=print", "stream 1 needs a geometry shader"),
        ("x:NUMBER=print", "expected the number of a stream"),
        ("NUMBER", "expected [STREAM:]SEMANTICS=TARGET"),
        ("NUMBER=print:u33", "unknown type 'u33'"),
    ];
    for (argument, what) in wrong {
        let (status, _, said) = folder.call(&format!("draw vertices.hlsl --stream-out {argument}"));
        assert!(status == 1 && said.contains(&format!("'--stream-out {argument}': ")) && said.contains(what), "{said}");
    }
    folder.write("pixel.hlsl", "float4 main() : SV_Target { return 1; }");
    let (status, _, said) = folder.call("draw pixel.hlsl --size 1x1 --stream-out SV_Target=print");
    assert!(status == 1 && said.contains("'--stream-out' requires a vertex shader"), "{said}");
}

fn numbers(folder: &Folder, file: &str) -> Vec<u32> {
    let bytes = std::fs::read(folder.join(file)).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn all_streams_of_a_geometry_shader_are_captured() {
    let folder = Folder::empty("streams");
    let geometry = "
        struct A { float4 at : SV_Position; }; struct B { uint number : OTHER; };
        [maxvertexcount(3)] void split(point V v[1], inout PointStream<A> a, inout PointStream<B> b) {
            A one = { v[0].at };
            a.Append(one);
            B two = { v[0].number };
            b.Append(two);
            two.number += 100;
            b.Append(two);
        }";
    folder.write("streams.hlsl", &(CAPTURED.to_owned() + geometry));
    let line = "draw streams.hlsl --vertex main --geometry split --vertices 2 --stream-out SV_Position.x=print --stream-out 1:OTHER=print:u32";
    let (status, printed, said) = folder.call(line);
    assert_eq!((status, printed.as_str()), (0, "0.0\n1.0\n0\n100\n1\n101\n"), "{said}");
}

#[test]
fn the_time_of_a_draw_is_split() {
    let folder = Folder::empty("times");
    let text = "
        float4 main(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0, 1); }
        float4 pixel() : SV_Target { return 1; }";
    folder.write("times.hlsl", text);
    let line = "draw times.hlsl --vertex main --pixel pixel --size 64x64 --frames 0..3 --time --out a.raw";
    let (status, _, said) = folder.call(line);
    let same = folder.drawn("times.hlsl --vertex main --pixel pixel --size 64x64");
    assert!(std::fs::read(folder.join("a-0000.raw")).unwrap() == same);
    let time = |what: &str| -> f64 {
        let line = said.lines().find(|line| line.starts_with(what)).unwrap_or_else(|| panic!("{what}: {said}"));
        line.split_whitespace().rev().nth(1).unwrap().parse().unwrap()
    };
    assert_eq!(status, 0, "{said}");
    let names: Vec<&str> = said.lines().filter_map(|line| line.get(..16)).map(str::trim_end).collect();
    assert_eq!(names, ["compile", "generate code", "vertex shader", "pixel shader", "fixed functions", "frame"]);
    let parts = time("vertex shader") + time("pixel shader") + time("fixed functions");
    assert!(time("compile") > 0.0 && (parts - time("frame")).abs() < 0.01, "{said}");
}
