use super::*;

fn place() -> Place {
    Place { word: Some(77), source: Some(("a.hlsl".to_owned(), 3, 9)) }
}

/// A kernel that has something of everything.
fn full() -> KernelInfo {
    let layout = Layout { left: true, plus: false, width: 7, precision: Some(2), ..Layout::default() };
    let value = Value { shown: Shown::HexFloat, is_upper: true, layout, components: 3, separator: ", ".to_owned() };
    let pieces = vec![Piece::Text("ä\0".to_owned()), Piece::Given("x".to_owned(), layout), Piece::Value(value)];
    let error = LowerError::Unsupported("OpNop".to_owned(), "no reason".to_owned());
    let turn = |reason| InTurn { op: "OpAtomicIAdd".to_owned(), place: place(), reason };
    let hosts = ImageReason::ALL.map(TurnReason::Host);
    let binding = Binding {
        set: 1,
        binding: 2,
        slot: 3,
        count: 4,
        unbounded: true,
        kind: BindingKind::CombinedImageSampler,
        access: Access::ReadWrite,
        names: vec!["one".to_owned(), String::new()],
        min_bytes: u64::MAX,
        stride: 16,
        group_bytes: 640,
        image: Some((5, 6)),
    };
    KernelInfo {
        abi: abi::VERSION,
        entry: "main".to_owned(),
        symbol: "kernel".to_owned(),
        local_size: [8, 4, 1],
        wave: 32,
        one_by_one: Some(Reason::Op(LowerError::At(place(), Box::new(error)))),
        in_turn: TurnReason::OTHERS.into_iter().chain(hosts).map(turn).collect(),
        scratch_bytes: 1 << 40,
        groupshared_bytes: 12,
        barriers: 2,
        push_bytes: 20,
        slots: 8,
        bindings: vec![Binding { image: None, ..binding.clone() }, binding],
        literal_samplers: vec![LiteralSampler {
            slot: 1,
            address: AddressMode::MirrorOnce,
            is_normalised: true,
            is_linear: false,
        }],
        builtins: vec![28, 29],
        spec_constants: vec![SpecConstant { id: 9, name: "n".to_owned(), bits: 1 << 63 }],
        needs_runtime: true,
        formats: vec![Format { pieces, is_line: true }],
        checked: true,
    }
}

#[test]
fn kernels_come_back() {
    let full = full();
    let plain = KernelInfo { one_by_one: None, in_turn: Vec::new(), formats: Vec::new(), ..full.clone() };
    let overlap = LowerError::Overlap { set: 1, binding: 2, names: vec!["a".to_owned()] };
    let other = KernelInfo { one_by_one: Some(Reason::Op(overlap)), ..full.clone() };
    for info in [full, plain, other] {
        let bytes = write(&info, b"object");
        assert_eq!(read(&bytes), Some((info, &b"object"[..])));
    }
}

/// Bytes that are too few, or wrong, are another kernel or none, and take no more memory than they have themselves.
#[test]
fn damaged_bytes_give_an_error_or_another_kernel() {
    let whole = write(&full(), b"");
    assert!((0..whole.len()).all(|length| read(&whole[..length]).is_none()));
    let mut changed = whole.clone();
    for at in 0..whole.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            changed[at] = value;
            let _ = read(&changed);
        }
        changed[at] = whole[at];
    }
}

#[test]
fn boxes_in_boxes_end() {
    let mut bytes = Vec::new();
    for _ in 0..100_000 {
        write_text("At", &mut bytes);
        Place { word: None, source: None }.write(&mut bytes);
    }
    assert!(LowerError::read(&mut Reader { rest: &bytes, depth: 0 }).is_none());
}
