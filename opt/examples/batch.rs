//! Runs the passes over many modules and says how many words they save: `batch OUT MODULE...` or `batch OUT @LIST`.

use std::io::Write;
use std::time::Instant;
fn words(b: &[u8]) -> Vec<u32> {
    b.chunks_exact(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}
fn run(w: &[u32], o: &hlsl2spirv_opt::Options) -> Result<Vec<u32>, String> {
    let mut m = dialect::spirv::read::read(w).map_err(|e| format!("read {e}"))?;
    match std::env::var("PASSES") {
        Ok(p) => hlsl2spirv_opt::run(&mut m, o, &p.split(',').filter(|x| !x.is_empty()).collect::<Vec<_>>()),
        Err(_) => hlsl2spirv_opt::optimise(&mut m, o),
    }
    .map_err(|e| format!("opt {e}"))?;
    if std::env::var("PRINT").is_ok() {
        let _ = writeln!(std::io::stdout(), "{}", dialect::text::print(&m));
    }
    if let Some(f) = dialect::spirv::verify::verify(&m).into_iter().next() {
        return Err(format!("verify {} {}", f.error, m[f.op].info.name));
    }
    dialect::spirv::write::write(&m).map_err(|e| format!("write {e}"))
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let o = hlsl2spirv_opt::Options::default();
    let out = &args[0];
    let list: Vec<String> = if args[1].starts_with('@') {
        std::fs::read_to_string(&args[1][1..]).unwrap().lines().map(String::from).collect()
    } else {
        args[1..].to_vec()
    };
    let (mut before, mut after, mut bad, mut time) = (0, 0, 0, 0.0);
    std::panic::set_hook(Box::new(|_| {}));
    for f in &list {
        let w = words(&std::fs::read(f).unwrap());
        let t = Instant::now();
        let r = std::panic::catch_unwind(|| run(&w, &o)).unwrap_or_else(|p| {
            Err(format!(
                "panic {:?}",
                p.downcast_ref::<String>().cloned().or(p.downcast_ref::<&str>().map(|s| s.to_string()))
            ))
        });
        time += t.elapsed().as_secs_f64();
        let name = std::path::Path::new(f).file_name().unwrap().to_str().unwrap();
        match r {
            Ok(v) => {
                before += w.len();
                after += v.len();
                let b: Vec<u8> = v.iter().flat_map(|x| x.to_le_bytes()).collect();
                std::fs::write(format!("{out}/{name}"), b).unwrap();
            }
            Err(e) => {
                bad += 1;
                let _ = writeln!(std::io::stdout(), "BAD {name}: {e}");
            }
        }
    }
    let _ = writeln!(std::io::stdout(), "files {} bad {bad} before {before} after {after} time {time:.2}", list.len());
}
