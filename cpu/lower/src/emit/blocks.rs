//! Blocks of functions.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::BlockId;

/// Makes the block for one of the module, whose arguments have the types of that one's.
pub(super) fn make_block(lowering: &mut Lowering<'_>, block: BlockId) -> Result<()> {
    let args = lowering.known.source[block].args.clone();
    let types = args.iter().map(|arg| lowering.type_of(*arg)).collect::<Result<Vec<_>>>()?;
    let made = lowering.b.new_block(&types);
    lowering.function.blocks.insert(block, made);
    let values = lowering.b.args(made).to_vec();
    lowering.function.values.extend(args.into_iter().zip(values));
    Ok(())
}
