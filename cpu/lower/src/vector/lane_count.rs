//! Regions in which only the first lanes of a workgroup are active, by a condition such as `lane < n`: each wave reports the
//! bound that it computes, and waves beyond the largest one skip the region.

use crate::error::Result;
use crate::lowering::Lowering;
use crate::spmd::uniform_regions::Bound;
use dialect::ir::ValueId;
use dialect::llvm::enums::Intrinsic;

/// Reports the bound of the lanes that go on after the current block, if the next region is only for these.
pub(super) fn widen(lowering: &mut Lowering<'_>) -> Result<()> {
    let wide = lowering.wide()?;
    let (Some(uniform), Some(passed), Some(block)) = (&wide.uniform, wide.passed, lowering.block.of) else {
        return Ok(());
    };
    if uniform.count(wide.region).is_some() {
        return Ok(());
    }
    let Some(bound) = uniform.bound(wide.region, block) else { return Ok(()) };
    let (count, word) = (count(lowering, bound)?, lowering.b.int(32));
    let known = lowering.b.load(passed.to, word, 4);
    let count = lowering.b.math(Intrinsic::UMax, &[known, count]);
    lowering.b.store(count, passed.to, 4);
    Ok(())
}

/// The number of active lanes under a bound.
fn count(lowering: &mut Lowering<'_>, bound: Bound) -> Result<ValueId> {
    let (zero, one) = (lowering.b.i32(0), lowering.b.i32(1));
    Ok(match bound {
        Bound::Below(number) => lowering.natural(number)?,
        Bound::BelowSigned(number) => {
            let number = lowering.natural(number)?;
            lowering.b.math(Intrinsic::SMax, &[number, zero])
        }
        // No lane has the largest number.
        Bound::At(number) => {
            let number = lowering.natural(number)?;
            lowering.b.add(number, one)
        }
    })
}
