//! Metadata of the arguments of kernels (`kernel_arg_…`).

use super::state::{Export, number};
use crate::error::Result;
use dialect::ir::AttrId;
use dialect::spirv::access::id_of;
use dialect::spirv::decode::Inst;
use spirv::{AccessQualifier, Dim, Op};

/// The name of a list and its node, with one part for each argument.
type Row = (&'static str, AttrId);

impl Export<'_> {
    /// All lists for a kernel with these parameters.
    pub(super) fn arguments(&mut self, params: &[&Inst]) -> Result<Vec<Row>> {
        let (mut spaces, mut accesses, mut types) = (Vec::new(), Vec::new(), Vec::new());
        for param in params {
            let inst = self.def(param.ty.unwrap_or(0))?;
            let space = match inst.op {
                Op::TypePointer => Self::space(number(inst.operands.first()))?,
                Op::TypeImage => 1,
                _ => 0,
            };
            spaces.push(self.int(32, u64::from(space)));
            let access =
                match inst.operands.get(7).and_then(|access| AccessQualifier::from_u32(number(Some(access)) as u32)) {
                    _ if inst.op != Op::TypeImage => "none",
                    Some(AccessQualifier::WriteOnly) => "write_only",
                    Some(AccessQualifier::ReadWrite) => "read_write",
                    Some(AccessQualifier::ReadOnly) | None => "read_only",
                };
            accesses.push(self.text(access));
            let ty = self.c_type(param.ty.unwrap_or(0))?;
            types.push(self.text(&ty));
        }
        let nothing = vec![self.text(""); params.len()];
        let [spaces, accesses, types, nothing] = [spaces, accesses, types, nothing].map(|row| self.node(row));
        Ok(vec![
            ("kernel_arg_addr_space", spaces),
            ("kernel_arg_access_qual", accesses),
            ("kernel_arg_type", types),
            ("kernel_arg_base_type", types),
            ("kernel_arg_type_qual", nothing),
        ])
    }

    /// A type as OpenCL C spells it.
    fn c_type(&self, ty: u32) -> Result<String> {
        let inst = self.def(ty)?;
        let first = id_of(inst.operands.first());
        Ok(match inst.op {
            Op::TypePointer => self.c_type(id_of(inst.operands.get(1)))? + "*",
            Op::TypeSampler => "sampler_t".to_owned(),
            Op::TypeEvent => "event_t".to_owned(),
            Op::TypeDeviceEvent => "clk_event_t".to_owned(),
            Op::TypeReserveId => "reserve_id_t".to_owned(),
            Op::TypeQueue => "queue_t".to_owned(),
            Op::TypePipe => "pipe".to_owned(),
            Op::TypePipeStorage => "pipe_storage_t".to_owned(),
            Op::TypeImage => self.c_image(inst),
            Op::TypeArray => self.c_type(first)?,
            Op::TypeStruct => "struct".to_owned(),
            _ => self.suffix(ty)?,
        })
    }

    fn c_image(&self, inst: &Inst) -> String {
        let dim = match Dim::from_u32(number(inst.operands.get(1)) as u32) {
            Some(Dim::Dim1D) => "1d",
            Some(Dim::Dim3D) => "3d",
            Some(Dim::DimBuffer) => "1d_buffer",
            _ => "2d",
        };
        let array = if number(inst.operands.get(3)) != 0 { "_array" } else { "" };
        let depth = if number(inst.operands.get(2)) == 1 { "_depth" } else { "" };
        format!("image{dim}{array}{depth}_t")
    }
}
