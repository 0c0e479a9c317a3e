//! Outside of the repository.
use std::collections::BTreeMap;
use valid::*;
fn words(path: &str) -> Vec<u32> {
    let bytes = std::fs::read(path).unwrap();
    bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect()
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "files" {
        for list in std::fs::read_to_string(&args[1]).unwrap().lines() {
            let f: Vec<&str> = list.split('\t').collect();
            let mut o =
                Options::new(Environment::from_name(f[1]).unwrap_or(Environment::from_name("vulkan1.3").unwrap()));
            o.layout = match f[2] {
                "scalar" => BlockLayout::Scalar,
                "strict" => BlockLayout::Standard,
                _ => BlockLayout::Relaxed,
            };
            o.before_legalisation = f[3] == "1";
            let r = std::panic::catch_unwind(|| validate(&words(f[0]), &o));
            match r {
                Ok(Ok(())) => {}
                Ok(Err(v)) => println!("{}\t{:?}\t{}", f[0], v.instruction, v),
                Err(_) => println!("{}\tPANIC", f[0]),
            }
        }
        return;
    }
    let envs = [
        "universal1.0",
        "vulkan1.0",
        "universal1.1",
        "opencl2.1",
        "opencl2.2",
        "",
        "",
        "",
        "",
        "",
        "universal1.2",
        "opencl1.2",
        "",
        "opencl2.0",
        "",
        "",
        "",
        "universal1.3",
        "vulkan1.1",
        "",
        "universal1.4",
        "vulkan1.1spirv1.4",
        "universal1.5",
        "vulkan1.2",
        "universal1.6",
        "vulkan1.3",
        "vulkan1.4",
    ];
    let filter = args.get(1).cloned().unwrap_or_default();
    let mut rows: BTreeMap<String, [usize; 5]> = BTreeMap::new();
    for line in std::fs::read_to_string(&args[0]).unwrap().lines() {
        let f: Vec<&str> = line.split('\t').collect();
        if f.len() < 7 {
            continue;
        }
        let name = f[2];
        let env: usize = f[3].parse().unwrap();
        let expected: i32 = f[4].parse().unwrap();
        let flags = f[5];
        let row = rows.entry(f[1].to_string()).or_default();
        let Some(env) = envs.get(env).and_then(|e| Environment::from_name(e)) else {
            row[4] += 1;
            continue;
        };
        if flags.contains('L') {
            row[4] += 1;
            continue;
        }
        if matches!(env.api, valid::environment::Api::OpenCl) {
            row[4] += 1;
            continue;
        }
        let b: Vec<bool> = flags.chars().map(|c| c == '1').collect();
        let mut o = Options::new(env);
        o.relaxed_struct_stores = b[0];
        o.relaxed_logical_pointers = b[1];
        o.layout = if b[6] {
            BlockLayout::Any
        } else if b[4] {
            BlockLayout::Scalar
        } else if b[3] {
            BlockLayout::UniformStandard
        } else if b[2] {
            BlockLayout::Relaxed
        } else {
            BlockLayout::Standard
        };
        o.scalar_workgroup_layout = b[5];
        o.allow_local_size_id = b[7];
        o.allow_offset_operand = b[8];
        o.before_legalisation = b[9];
        o.allow_wide_bit_operations = b[10];
        let path = format!("/work/val/cases/{}", f[0]);
        let r = std::panic::catch_unwind(|| validate(&words(&path), &o));
        let msg = f.get(7).copied().unwrap_or("");
        match (r, expected == 0) {
            (Err(_), _) => {
                println!("PANIC\t{}\t{}\t{}", f[0], f[1], name);
                row[3] += 1
            }
            (Ok(Err(v)), _) if v.is_unknown => {
                if filter == "unknown" {
                    println!("UNKNOWN\t{}\t{}\t{name}\t{v}", f[0], f[1])
                }
                row[4] += 1
            }
            (Ok(Ok(())), true) | (Ok(Err(_)), false) => row[0] += 1,
            (Ok(Err(v)), true) => {
                println!("FALSE\t{}\t{}\t{name}\t{}\t{v}", f[0], f[1], f[6]);
                row[1] += 1
            }
            (Ok(Ok(())), false) => {
                println!("MISSED\t{}\t{}\t{name}\t{}\t{msg}", f[0], f[1], f[6]);
                row[2] += 1
            }
        }
    }
    let mut t = [0; 5];
    for (k, v) in &rows {
        eprintln!("{k:60} agree {:5} false {:4} missed {:4} panic {:2} skip {:4}", v[0], v[1], v[2], v[3], v[4]);
        for i in 0..5 {
            t[i] += v[i]
        }
    }
    eprintln!(
        "total agree {} false {} missed {} panic {} skip {}: {:.2} %",
        t[0],
        t[1],
        t[2],
        t[3],
        t[4],
        100.0 * t[0] as f64 / (t[0] + t[1] + t[2] + t[3]) as f64
    );
}
