//! Ray pipelines: a ray generation shader with all that its rays and calls may start, as one kernel.
//!
//! A [`RayPipeline`] is compiled once. A [`ShaderTable`] says which shaders the indices of rays and calls mean; a [`Launch`]
//! holds it for a size, and afterwards what the run has noted.

use super::ROWS_SET;
use crate::buffers::Bytes;
use crate::error::Error;
use crate::interface::{Dispatch, Lines, Module, Options};
use ::stages::rays::{
    CALL_COUNT, FIXED_WORDS, HIT_COUNT, MISS_COUNT, NOTE_WORDS, NOTES, NoteKind, RAY_LIMIT, RayOptions, RayShader,
    RayStage, Rays, RecordVariable, TABLE,
};
use interp::debug::Debuggee;

/// A compiled ray pipeline.
#[derive(Clone, Debug)]
pub struct RayPipeline {
    module: Module,
    rays: Rays,
    recursion: u32,
}

/// A record of hit groups: the names of its shaders, and its data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitGroup {
    /// The closest-hit shader.
    pub closest: Option<String>,
    /// The any-hit shader.
    pub any: Option<String>,
    /// The intersection shader, of groups for boxes.
    pub intersection: Option<String>,
    /// The bytes of its data.
    pub data: Vec<u8>,
}

/// A record of miss or of callable shaders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShaderRecord {
    /// The shader.
    pub shader: Option<String>,
    /// The bytes of its data.
    pub data: Vec<u8>,
}

/// The shaders that indices mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShaderTable {
    /// The records of hit groups.
    pub hit: Vec<HitGroup>,
    /// Those of miss shaders.
    pub miss: Vec<ShaderRecord>,
    /// Those of callable shaders.
    pub callable: Vec<ShaderRecord>,
    /// The data of the record of the ray generation shader.
    pub data: Vec<u8>,
}

/// A shader table for a launch, and its notes.
#[derive(Debug)]
pub struct Launch {
    size: [u32; 3],
    table: Bytes,
    notes: Bytes,
    records: Vec<(u32, Bytes)>,
}

/// A problem of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The problem.
    pub kind: NoteKind,
    /// How often it was.
    pub count: u32,
    /// The first invocation with it.
    pub first: [u32; 3],
    /// The greatest value that is a part of it.
    pub value: u32,
    /// The shader that started the ray or the call.
    pub shader: String,
    /// The offset of the instruction in the module.
    pub word: u32,
}

impl ShaderTable {
    /// The table of shaders in the order of their library: a hit group ends before a shader of a stage that it has already.
    pub fn usual(shaders: &[RayShader]) -> ShaderTable {
        let mut table = ShaderTable::default();
        for shader in shaders {
            let record = || ShaderRecord { shader: Some(shader.name.clone()), data: Vec::new() };
            match shader.stage {
                RayStage::RayGeneration => {}
                RayStage::Miss => table.miss.push(record()),
                RayStage::Callable => table.callable.push(record()),
                RayStage::AnyHit | RayStage::ClosestHit | RayStage::Intersection => {
                    if table.hit.last().is_none_or(|group| group.has(shader.stage)) {
                        table.hit.push(HitGroup::default());
                    }
                    if let Some(group) = table.hit.last_mut() {
                        *group.slot(shader.stage) = Some(shader.name.clone());
                    }
                }
            }
        }
        table
    }

    /// The number of records, that of the ray generation shader included.
    fn records(&self) -> usize {
        self.hit.len() + self.miss.len() + self.callable.len() + 1
    }

    /// The data of each record.
    fn data(&self) -> impl Iterator<Item = &[u8]> {
        let hit = self.hit.iter().map(|group| &group.data[..]);
        let others = self.miss.iter().chain(&self.callable).map(|record| &record.data[..]);
        hit.chain(others).chain([&self.data[..]])
    }
}

impl HitGroup {
    /// The place of the shader of a stage; that of closest-hit shaders for stages that hit groups do not have.
    pub fn slot(&mut self, stage: RayStage) -> &mut Option<String> {
        match stage {
            RayStage::AnyHit => &mut self.any,
            RayStage::Intersection => &mut self.intersection,
            RayStage::ClosestHit | RayStage::RayGeneration | RayStage::Miss | RayStage::Callable => &mut self.closest,
        }
    }

    fn has(&self, stage: RayStage) -> bool {
        self.clone().slot(stage).is_some()
    }
}

impl RayPipeline {
    /// Compiles the ray pipeline of any compiler's SPIR-V module. Without a name the ray generation shader is `main`, or the
    /// only one. At most `recursion` rays may be open at once, 31 at the most.
    ///
    /// # Errors
    /// When the words are not a module, there is no such shader, or the pipeline cannot run on the CPU.
    pub fn new(words: &[u32], start: Option<&str>, recursion: u32, options: &Options) -> Result<Self, Error> {
        let known: Vec<String> = ::stages::rays::ray_entry_points(words)?
            .into_iter()
            .filter(|(stage, _)| *stage == RayStage::RayGeneration)
            .map(|(_, name)| name)
            .collect();
        let name = match start {
            Some(name) => name,
            None if known.len() == 1 => &known[0],
            None => "main",
        };
        let recursion = recursion.clamp(1, ::stages::rays::MOST_RECURSION);
        let rays = ::stages::rays::convert(words, name, RayOptions { recursion, exact: true })?;
        let Some(rays) = rays else {
            let (entry, stage) = (name.to_owned(), RayStage::RayGeneration.name());
            return Err(Error::NoStage { entry, stage, known });
        };
        let rays = rays.map_err(Error::Lower)?;
        let module = Module::new(&rays.words, name, options);
        let module = module.map_err(|error| error.at_origin(&|word| rays.origin(word)))?;
        Ok(RayPipeline { module, rays, recursion })
    }

    /// The kernel, whose dispatches take the resources of the shaders.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The words of the kernel.
    pub fn words(&self) -> &[u32] {
        &self.rays.words
    }

    /// The shaders of the library.
    pub fn shaders(&self) -> &[RayShader] {
        &self.rays.shaders
    }

    /// The variables with the data of records.
    pub fn record_variables(&self) -> &[RecordVariable] {
        &self.rays.records
    }

    /// The bindings of the shaders' own resources.
    pub fn bindings(&self) -> impl Iterator<Item = &abi::Binding> {
        self.module.info().bindings.iter().filter(|binding| binding.set != ROWS_SET)
    }

    /// Makes the tables of a launch.
    ///
    /// # Errors
    /// When the table names a shader that the library does not have in that stage, the launch is too large, or there is no
    /// memory.
    pub fn launch(&self, table: &ShaderTable, size: [u32; 3]) -> Result<Launch, Error> {
        let invocations = size.iter().try_fold(1u32, |all, extent| all.checked_mul(*extent));
        if invocations.is_none() || table.records() > 1 << 24 {
            return Err(Error::TooManyGroups(size));
        }
        let mut words = vec![0; FIXED_WORDS as usize];
        words[..3].copy_from_slice(&size);
        let counts = [(HIT_COUNT, table.hit.len()), (MISS_COUNT, table.miss.len()), (CALL_COUNT, table.callable.len())];
        for (at, count) in counts {
            words[at as usize] = count as u32;
        }
        words[RAY_LIMIT as usize] = self.recursion;
        for group in &table.hit {
            words.push(self.number(RayStage::ClosestHit, group.closest.as_deref())?);
            words.push(self.number(RayStage::AnyHit, group.any.as_deref())?);
            words.push(self.number(RayStage::Intersection, group.intersection.as_deref())?);
        }
        for (stage, records) in [(RayStage::Miss, &table.miss), (RayStage::Callable, &table.callable)] {
            for record in records {
                words.push(self.number(stage, record.shader.as_deref())?);
            }
        }
        let mut records = Vec::new();
        for variable in &self.rays.records {
            let stride = variable.stride as usize;
            let mut bytes = Bytes::zeros(stride * table.records())?;
            for (at, data) in table.data().enumerate() {
                let count = data.len().min(stride);
                bytes[at * stride..at * stride + count].copy_from_slice(&data[..count]);
            }
            records.push((variable.binding, bytes));
        }
        let notes = self.rays.sites.len().max(1) * NoteKind::ALL.len();
        let notes: Vec<u32> = (0..notes).flat_map(|_| [0, u32::MAX, 0]).collect();
        Ok(Launch { size, table: bytes(&words)?, notes: bytes(&notes)?, records })
    }

    /// The number of a shader; 0 for none.
    fn number(&self, stage: RayStage, name: Option<&str>) -> Result<u32, Error> {
        let Some(name) = name else { return Ok(0) };
        let own = || self.rays.shaders.iter().filter(move |shader| shader.stage == stage);
        match own().find(|shader| shader.name == name) {
            Some(shader) => Ok(shader.number),
            None => {
                let known = own().map(|shader| shader.name.clone()).collect();
                Err(Error::NoStage { entry: name.to_owned(), stage: stage.name(), known })
            }
        }
    }

    /// Lends the tables of a launch to a dispatch of [`RayPipeline::module`].
    ///
    /// # Errors
    /// When they are bound already.
    pub fn bind<'b>(&self, dispatch: &mut Dispatch<'b>, launch: &'b mut Launch) -> Result<(), Error> {
        let is_used = |at: u32| {
            self.module.info().bindings.iter().any(|binding| (binding.set, binding.binding) == (ROWS_SET, at))
        };
        dispatch.buffer((ROWS_SET, TABLE), &launch.table[..])?;
        if is_used(NOTES) {
            dispatch.buffer_mut((ROWS_SET, NOTES), &mut launch.notes[..])?;
        }
        for (binding, bytes) in launch.records.iter().filter(|(binding, _)| is_used(*binding)) {
            dispatch.buffer((ROWS_SET, *binding), &bytes[..])?;
        }
        Ok(())
    }

    /// Runs all invocations of a launch of this size.
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    pub fn run(&self, dispatch: &mut Dispatch<'_>, size: [u32; 3]) -> Result<(), Error> {
        dispatch.run(groups(size))
    }

    /// The start of a launch of this size under a debugger, with the lines that it will print. Its results are taken by
    /// [`Dispatch::adopt`].
    ///
    /// # Errors
    /// As for [`Dispatch::run`].
    #[doc(hidden)]
    pub fn debug(&self, dispatch: &mut Dispatch<'_>, size: [u32; 3]) -> Result<(Debuggee, Lines), Error> {
        let (mut debuggee, lines) = dispatch.debug(groups(size))?;
        debuggee.set_rays(self.rays.open.clone());
        Ok((debuggee, lines))
    }

    /// What a launch has noted.
    pub fn notes(&self, launch: &Launch) -> Vec<Note> {
        let words: Vec<u32> =
            launch.notes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default())).collect();
        let mut all = Vec::new();
        for (site, own) in self.rays.sites.iter().zip(words.chunks(NoteKind::ALL.len() * NOTE_WORDS as usize)) {
            for (kind, note) in NoteKind::ALL.into_iter().zip(own.chunks_exact(NOTE_WORDS as usize)) {
                let [count, first, value] = [note[0], note[1], note[2]];
                if count > 0 {
                    let [width, height, _] = launch.size.map(|extent| extent.max(1));
                    let first = [first % width, first / width % height, first / width / height];
                    all.push(Note { kind, count, first, value, shader: site.shader.clone(), word: site.word });
                }
            }
        }
        all
    }
}

impl Launch {
    /// The size.
    pub fn size(&self) -> [u32; 3] {
        self.size
    }
}

/// The workgroups of a launch.
fn groups(size: [u32; 3]) -> [u32; 3] {
    [0, 1, 2].map(|axis| size[axis].div_ceil(Rays::GROUP[axis]))
}

fn bytes(words: &[u32]) -> Result<Bytes, Error> {
    let mut bytes = Bytes::zeros(4 * words.len())?;
    for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    Ok(bytes)
}
