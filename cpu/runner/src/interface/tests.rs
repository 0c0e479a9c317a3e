use super::*;
use crate::image::{Address, Format};
use abi::{Access, ImageDim};

/// Multiplies each word of the buffer `input` with the push constant into the buffer `output`, one word per group.
const SCALE: &str = "
define void @scale(ptr %ctx, ptr %scratch, i64 %begin, i64 %end) {
entry:
  %descs.at = getelementptr i8, ptr %ctx, i64 32
  %descs = load ptr, ptr %descs.at
  %input.at = getelementptr i8, ptr %descs, i64 64
  %input = load ptr, ptr %input.at
  %output.at = getelementptr i8, ptr %descs, i64 128
  %output = load ptr, ptr %output.at
  %push.at = getelementptr i8, ptr %ctx, i64 48
  %push = load ptr, ptr %push.at
  %factor = load i32, ptr %push
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %input, i64 %i
  %value = load i32, ptr %from
  %scaled = mul i32 %value, %factor
  %to = getelementptr i32, ptr %output, i64 %i
  store i32 %scaled, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  ret void
}";

fn binding(number: u32, name: &str, kind: BindingKind, access: Access) -> Binding {
    Binding {
        set: 0,
        binding: number,
        slot: number + 1,
        count: 1,
        unbounded: false,
        kind,
        access,
        names: vec![name.to_owned()],
        min_bytes: 0,
        stride: 0,
        group_bytes: 0,
        image: None,
    }
}

fn info() -> KernelInfo {
    let input = Binding { min_bytes: 8, ..binding(0, "input", BindingKind::StorageBuffer, Access::Read) };
    let output = binding(1, "output", BindingKind::StorageBuffer, Access::Write);
    let shape = Some((ImageDim::D2 as u32, 3));
    let image = Binding { image: shape, ..binding(2, "image", BindingKind::StorageImage, Access::ReadWrite) };
    let samplers = binding(3, "samplers", BindingKind::Sampler, Access::Read);
    let samplers = Binding { count: abi::UNBOUNDED_COUNT, unbounded: true, ..samplers };
    KernelInfo {
        abi: abi::VERSION,
        entry: "main".to_owned(),
        symbol: "scale".to_owned(),
        local_size: [1; 3],
        wave: 1,
        one_by_one: None,
        in_turn: Vec::new(),
        scratch_bytes: 0,
        groupshared_bytes: 0,
        barriers: 0,
        push_bytes: 4,
        slots: 4 + abi::UNBOUNDED_COUNT,
        bindings: vec![input, output, image, samplers],
        literal_samplers: Vec::new(),
        builtins: Vec::new(),
        spec_constants: Vec::new(),
        needs_runtime: false,
        formats: Vec::new(),
        checked: false,
    }
}

/// A kernel of this text.
///
/// # Safety
/// It is called as [`abi`] describes it, with as many descriptors as `info` says.
unsafe fn from_ir(ir: &str, info: KernelInfo, options: &Options) -> Module {
    let object = compile::object(ir, &info, options).expect("the IR is valid");
    // SAFETY: the caller vouches for the text, of which the object was made.
    unsafe { Module::linked(&object, info, options) }.expect("the IR has the kernel")
}

/// The module, or nothing on a machine that is known to have no LLVM.
fn module() -> Option<Module> {
    let options = Options::default();
    crate::test_llvm::llvm(options.host.llvm())?;
    // SAFETY: the kernel uses the descriptors that the information names.
    Some(unsafe { from_ir(SCALE, info(), &options) })
}

#[test]
fn results_come_back_wherever_the_buffers_lie() {
    let Some(module) = module() else { return };
    let input: Vec<u32> = (0..1001).collect();
    for skip in [0, 1] {
        let mut output = vec![0u32; 1001 + skip];
        let mut image = Image::d2(Format::R32_FLOAT, 1, 1).unwrap();
        let mut dispatch = module.dispatch();
        dispatch.buffer("input", &input[skip..]).unwrap().buffer_mut((0, 1), &mut output[skip..]).unwrap();
        dispatch.image("image", &mut image).unwrap().push_constants(&[3u32]);
        dispatch.run([1000, 1, 1]).unwrap();
        dispatch.run([1000, 1, 1]).unwrap();
        let expected: Vec<u32> = (0..1000).map(|value| 3 * (value + skip as u32)).collect();
        assert_eq!(output[skip..skip + 1000], expected);
        assert_eq!(output[skip + 1000], 0);
    }
}

/// The kernel with `shader_check` before each read and write.
fn asking() -> String {
    let ask =
        |name: &str, way: u32| format!("%{name}.ok = call ptr @shader_check(ptr %ctx, ptr %{name}, i64 4, i32 {way})");
    let read = format!("{}\n  %value = load i32, ptr %from.ok", ask("from", abi::ACCESS_READ));
    let write = format!("{}\n  store i32 %scaled, ptr %to.ok", ask("to", abi::ACCESS_WRITE));
    let text = SCALE.replace("%value = load i32, ptr %from", &read).replace("store i32 %scaled, ptr %to", &write);
    format!("declare ptr @shader_check(ptr, ptr, i64, i32)\n{text}")
}

/// Numbers where a kernel may rely on finding a buffer.
#[repr(align(16))]
struct Aligned([u32; 9]);

#[test]
fn a_checked_kernel_that_strays_is_found_out_before_it_does_harm() {
    let options = Options { checked: true, ..Options::default() };
    if crate::test_llvm::llvm(options.host.llvm()).is_none() {
        return;
    }
    let info = KernelInfo { checked: true, ..info() };
    // SAFETY: the kernel uses the descriptors that the information names, and asks before each access.
    let module = unsafe { from_ir(&asking(), info, &options) };
    let (read, write) = (Error::Strayed { bytes: 4, writes: false }, Error::Strayed { bytes: 4, writes: true });
    for (inputs, outputs, expected) in [(8, 8, Ok(())), (7, 8, Err(read)), (8, 7, Err(write.clone()))] {
        let (input, mut output) = ([1u32; 8], [7u32; 8]);
        let mut dispatch = module.dispatch();
        dispatch.buffer("input", &input[..inputs]).unwrap().buffer_mut("output", &mut output[..outputs]).unwrap();
        dispatch.allow_gaps().push_constants(&[3u32]);
        assert_eq!(dispatch.run([8, 1, 1]), expected);
        // What was not lent stays as it was.
        assert_eq!(output[7] == 7, outputs == 7);
    }
    // What is lent to be read is not written, nor a copy of it.
    let input = [1u32; 8];
    let bindings = module.info().bindings.iter().cloned().map(|one| Binding { access: Access::Read, ..one });
    let info = KernelInfo { bindings: bindings.collect(), ..module.info().clone() };
    // SAFETY: as above.
    let module = unsafe { from_ir(&asking(), info, &options) };
    let outputs = Aligned([7u32; 9]);
    for skip in [0, 1] {
        let output = &outputs.0[skip..skip + 8];
        let mut dispatch = module.dispatch();
        dispatch
            .buffer("input", &input)
            .unwrap()
            .buffer("output", output)
            .unwrap()
            .allow_gaps()
            .push_constants(&[3u32]);
        assert_eq!(dispatch.run([8, 1, 1]), Err(write.clone()));
        assert_eq!(output, [7; 8]);
    }
}

#[test]
fn what_is_written_to_a_shared_buffer_is_lost() {
    let Some(module) = module() else { return };
    let (input, output) = ([1u32; 4], [7u32; 4]);
    let mut image = Image::d2(Format::R32_FLOAT, 1, 1).unwrap();
    let mut dispatch = module.dispatch();
    dispatch.buffer("input", &input).unwrap().buffer("output", &output).unwrap();
    dispatch.image("image", &mut image).unwrap().push_constants(&[3u32]).run([4, 1, 1]).unwrap();
    assert_eq!(output, [7; 4]);
}

#[test]
fn errors_name_the_binding() {
    let Some(module) = module() else { return };
    let (values, mut output) = ([0u32; 4], [0u32; 4]);
    let (cube, integers) = (Image::cube(Format::R32_FLOAT, 1).unwrap(), Image::d2(Format::R32_UINT, 1, 1).unwrap());
    let mut dispatch = module.dispatch();
    let text = |result: Result<&mut Dispatch<'_>, Error>| result.map(drop).unwrap_err().to_string();
    assert_eq!(
        text(dispatch.buffer("inptu", &values)),
        "unknown binding 'inptu'; the module has 'input' (set 0, binding 0), 'output' (set 0, binding 1), \
         'image' (set 0, binding 2), 'samplers' (set 0, binding 3)"
    );
    assert_eq!(
        text(dispatch.sampler("input", Sampler::linear().address(Address::Clamp))),
        "binding 'input' (set 0, binding 0) is a buffer, found a sampler"
    );
    assert_eq!(
        text(dispatch.texture("image", &cube)),
        "binding 'image' (set 0, binding 2) requires a 2D image of floating-point numbers, found a cube of floating-point numbers"
    );
    assert!(text(dispatch.texture("image", &integers)).ends_with("found a 2D image of unsigned integers"));
    assert_eq!(
        text(dispatch.sampler("samplers[2000]", Sampler::linear())),
        "binding 'samplers[2000]' (set 0, binding 3) is out of bounds (1024 elements)"
    );
    dispatch.buffer("input", &values[..1]).unwrap();
    let error = dispatch.run([1, 1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "binding 'input' (set 0, binding 0): expected at least 8 bytes, found 4");
    dispatch.buffer("input", &values).unwrap();
    let error = dispatch.run([1, 1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "'output' (set 0, binding 1) not bound: expected a buffer");
    let image = Image::d2(Format::R32_FLOAT, 1, 1).unwrap();
    dispatch.buffer_mut("output", &mut output).unwrap().texture("image", &image).unwrap();
    let error = dispatch.run([1, 1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "the push constants: expected at least 4 bytes, found 0");
    dispatch.push_constants(&[1u32]);
    assert_eq!(dispatch.run([u32::MAX; 3]), Err(Error::TooManyGroups([u32::MAX; 3])));
    dispatch.run([0, 1, 1]).unwrap();
}
