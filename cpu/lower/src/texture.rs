//! Functions of a module that read, write and sample textures for all lanes of a wave.
//!
//! The bound texture is known when a function runs: it looks once at the format, the filters and what lies beyond the
//! edges, and then does the same for all lanes. What it has no code for it asks the host for, lane by lane. Results are
//! those of the host, bit for bit, in exact kernels: the order of sums and products is the host's, and only in other kernels a
//! product and a sum of a filter become one op.

mod address;
mod args;
mod bilinear;
mod blend;
mod block;
mod compare;
mod cube;
mod faces;
mod gather;
mod host_calls;
mod levels;
mod maker;
mod place;
mod rows;
mod sample;
mod sampler;
mod texel;

use crate::checks;
use crate::error::Result;
use crate::lowering::textures::{Action, Key, texture_name};
use crate::lowering::{Block, Env, Function, Lowering};
use abi::{Desc, Texture};
use args::{Args, Fields};
use dialect::ir::{BlockId, Successor, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use maker::Maker;
use std::mem::offset_of;

/// Writes the functions that the module calls.
pub(crate) fn emit(lowering: &mut Lowering<'_>) -> Result<()> {
    for (index, key) in lowering.textures.clone().into_iter().enumerate() {
        function(lowering, index, &key)?;
    }
    if lowering.textures.iter().any(Key::has_sampler) {
        address::emit(lowering);
    }
    Ok(())
}

/// Writes the function for a key. Where most calls are served by little code, that is in a function that is inlined, and the rest
/// in another one: values that are live across a call of the host would be kept in memory all the time.
fn function(lowering: &mut Lowering<'_>, index: usize, key: &Key) -> Result<()> {
    let name = texture_name(index);
    if !bilinear::has_block(&Maker::new(lowering), key) {
        return whole(lowering, &name, key, &["nounwind"]);
    }
    let rest = format!("{name}_rest");
    whole(lowering, &rest, key, &["nounwind", "noinline"])?;
    block(lowering, &name, key, &rest);
    Ok(())
}

/// A function under construction.
struct Begun {
    params: Vec<ValueId>,
    args: Args,
    result: TypeId,
    /// The block before the first one, and that one.
    setup: BlockId,
    start: BlockId,
    /// Where there is a texture, the address of which is a value, and where there is none.
    look: BlockId,
    texture: ValueId,
    ask: BlockId,
    /// Takes the results.
    done: BlockId,
}

fn begin(lowering: &mut Lowering<'_>, name: &str, key: &Key, attributes: &[&str]) -> Begun {
    let (types, result) = (lowering.texture_params(key), lowering.texture_result(key));
    let params = lowering.b.begin(name, &types, result, true);
    lowering.b.passthrough(attributes);
    let mask = lowering.texture_mask();
    let args = Args::new(key, &params, |carried| lowering.b.from_carried(carried, mask));
    let (setup, zero) = (lowering.b.block, lowering.b.i32(0));
    let env = Env { ctx: args.ctx, scratch: args.ctx, group: [zero; 3], lane: zero, setup };
    lowering.function = Function::new(env, false);
    lowering.block = Block::default();
    let results = lowering.texture_results(key);
    let (start, look) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let (ask, done) = (lowering.b.new_block(&[]), lowering.b.new_block(&results));
    lowering.b.block = start;
    let (ptr, mut m) = (lowering.b.ptr(), Maker::new(lowering));
    let texture = m.field(args.image, offset_of!(Desc, texture), ptr);
    let null = m.b.zero(ptr);
    let is_there = m.b.icmp(IntPredicate::Ne, texture, null);
    m.b.likely(is_there, Successor::new(look), Successor::new(ask));
    Begun { params, args, result, setup, start, look, texture, ask, done }
}

fn finish(lowering: &mut Lowering<'_>, begun: &Begun) {
    lowering.b.block = begun.done;
    let made = match lowering.b.args(begun.done).to_vec().as_slice() {
        [] => None,
        [one] => Some(*one),
        parts => Some(lowering.b.aggregate(begun.result, parts)),
    };
    lowering.b.ret(made);
    lowering.b.block = begun.setup;
    lowering.b.br(begun.start, &[]);
    if lowering.known.demands.is_checked {
        checks::instrument(&mut lowering.b);
    }
    lowering.b.finish();
}

/// A function for all calls.
fn whole(lowering: &mut Lowering<'_>, name: &str, key: &Key, attributes: &[&str]) -> Result<()> {
    let begun = begin(lowering, name, key, attributes);
    let Begun { ref args, look, ask, done, .. } = begun;
    let mut m = Maker::new(lowering);
    m.b.block = look;
    let (own, fields) = (m.b.new_block(&[]), fields(&mut m, begun.texture));
    let quick = bilinear::entry(&mut m, key, args, begun.texture);
    let fits = fits(&mut m, key, args, &fields);
    m.b.likely(fits, Successor::new(own), Successor::new(ask));
    m.b.block = own;
    let made = match key.action {
        Action::Fetch | Action::Read => texel::read(&mut m, key, args, &fields).to_vec(),
        Action::Write => texel::write(&mut m, key, args, &fields),
        Action::Address => vec![texel::address(&mut m, key, args, &fields)],
        Action::Sample => sample::sample(&mut m, key, args, &fields, quick).to_vec(),
        Action::Gather => gather::gather(&mut m, key, args, &fields).to_vec(),
    };
    m.b.br(done, &made);
    lowering.b.block = ask;
    let made = host_calls::ask(lowering, key, args)?;
    lowering.b.br(done, &made);
    finish(lowering, &begun);
    Ok(())
}

/// A function for samples whose lanes stand as texels do, which calls another one for all others.
fn block(lowering: &mut Lowering<'_>, name: &str, key: &Key, rest: &str) {
    let begun = begin(lowering, name, key, &["nounwind"]);
    let mut m = Maker::new(lowering);
    m.b.block = begun.look;
    let fields = fields(&mut m, begun.texture);
    let (args, is_for) = (&begun.args, |m: &mut Maker<'_>| fits(m, key, &begun.args, &fields));
    let one = bilinear::one_level(&mut m, key, args, &fields, begun.texture, is_for, begun.ask);
    block::sample(&mut m, key, args, &fields, one, [begun.ask, begun.done]);
    m.b.block = begun.ask;
    let made = m.b.call(rest, &begun.params, begun.result);
    let count = m.b.args(begun.done).len() as u32;
    let parts = made.map(|made| (0..count).map(|at| m.b.extract_value(made, at)).collect::<Vec<_>>());
    m.b.br(begun.done, &parts.unwrap_or_default());
    finish(lowering, &begun);
}

fn fields(m: &mut Maker<'_>, texture: ValueId) -> Fields {
    let (ptr, word) = (m.b.ptr(), m.b.int(32));
    Fields {
        base: m.field(texture, offset_of!(Texture, base), ptr),
        levels: m.field(texture, offset_of!(Texture, levels), ptr),
        level_count: m.field(texture, offset_of!(Texture, level_count), word),
        layers: m.field(texture, offset_of!(Texture, layers), word),
        dim: m.field(texture, offset_of!(Texture, dim), word),
        encoding: m.field(texture, offset_of!(Texture, encoding), word),
        channels: m.field(texture, offset_of!(Texture, channels), word),
        texel_bytes: m.field(texture, offset_of!(Texture, texel_bytes), word),
        writable: m.field(texture, offset_of!(Texture, writable), word),
    }
}

/// Returns whether there is code for what is bound.
fn fits(m: &mut Maker<'_>, key: &Key, args: &Args, fields: &Fields) -> ValueId {
    let encodings = texel::encodings(key.class);
    let first = m.b.i32(encodings[0] as u32);
    let number = m.b.binary(Opcode::Sub, fields.encoding, first);
    let count = m.b.i32(encodings.len() as u32);
    let mut fits = m.b.icmp(IntPredicate::Ult, number, count);
    let dim = m.b.i32(key.shape & abi::SHAPE_DIM);
    let same = m.b.icmp(IntPredicate::Eq, fields.dim, dim);
    fits = m.b.binary(Opcode::And, fits, same);
    let more = match key.action {
        Action::Sample | Action::Gather => sampler::fits(m, key, args),
        Action::Write => is_writable(m, fields),
        Action::Address => {
            let (writable, word) = (is_writable(m, fields), m.b.i32(texel::WORD));
            let is_word = m.b.icmp(IntPredicate::Eq, fields.texel_bytes, word);
            m.b.binary(Opcode::And, writable, is_word)
        }
        Action::Fetch | Action::Read => return fits,
    };
    m.b.binary(Opcode::And, fits, more)
}

fn is_writable(m: &mut Maker<'_>, fields: &Fields) -> ValueId {
    let one = m.b.i32(1);
    m.b.icmp(IntPredicate::Eq, fields.writable, one)
}
