//! Descriptor sets and bindings.
//!
//! The checker records a [`Request`] for each declared resource; [`assign`] then assigns bindings in three passes:
//! those of `[[vk::binding]]`, those of `register()`, and the rest in order of declaration wherever the set has room.
//! Register classes share one number space.

use crate::diagnostics::{
    BindRegisterCounter, BindRegisterGlobals, BindRegisterHeap, BindRegisterMissing, BindRegisterUnmapped,
    MissingPartner, RegisterClassMismatch, ShiftOverflow, WrongRegister,
};
use crate::hir::ty::{HeapKind, Object, Type};
use crate::hir::{Global, GlobalId, Module, Register};
use crate::options::{Binding, Options, RegisterClass};
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::Span;
use rustc_hash::FxHashMap;

/// Declared binding of a resource.
#[derive(Clone, Debug)]
pub struct Request {
    /// The resource.
    pub global: GlobalId,
    /// The register class of its type, if it has one.
    pub class: Option<RegisterClass>,
    /// The number of bindings for its elements when arrays are flattened or a struct of resources is split.
    pub slots: u32,
    /// True if the resource is a struct of resources, which is always split.
    pub composite: bool,
    /// `[[vk::binding(n)]]`
    pub binding: Option<u32>,
    /// `[[vk::binding(n, set)]]`
    pub set: Option<u32>,
    /// `register(…)`
    pub register: Option<Register>,
    /// True if it is `$Globals`.
    pub is_globals: bool,
    /// `[[vk::combinedImageSampler]]`: the sampler is shifted as its texture.
    pub combined: bool,
    /// For a counter: the value of `[[vk::counter_binding(n)]]` on its buffer. All else is its buffer's.
    pub counter: Option<Option<u32>>,
    /// The descriptor heap that the array or counter represents.
    pub heap: Option<HeapKind>,
    /// Where the resource is declared.
    pub span: Span,
}

impl Request {
    /// An array that represents a descriptor heap.
    pub fn of_heap(global: GlobalId, heap: HeapKind, span: Span) -> Self {
        Request {
            global,
            class: None,
            slots: 1,
            composite: false,
            binding: None,
            set: None,
            register: None,
            is_globals: false,
            combined: false,
            counter: None,
            heap: Some(heap),
            span,
        }
    }
}

/// Assigns a binding to every requested resource and records their order.
pub fn assign(module: &mut Module, names: &Interner, requests: &[Request], options: &Options, sink: &mut Sink) {
    check_registers(module, names, requests, sink);
    for request in requests.iter().filter(|request| request.counter.is_none()) {
        module.globals[request.global].attributes.register = request.register;
    }
    assign_all(module, requests, options, sink);
    check_combined(module, sink);
}

/// Checks that the letter of a register fits its resource. Textures and samplers may use each other's, with a warning
/// where nothing else binds them.
fn check_registers(module: &Module, names: &Interner, requests: &[Request], sink: &mut Sink) {
    for request in requests.iter().filter(|request| request.counter.is_none() && !request.is_globals) {
        let (Some(class), Some(register)) = (request.class, request.register) else { continue };
        let (expected, fits) = match class {
            RegisterClass::B => ('b', matches!(register.class, 'b' | 'c' | 'i')),
            RegisterClass::T => ('t', matches!(register.class, 't' | 's')),
            RegisterClass::S => ('s', matches!(register.class, 't' | 's')),
            RegisterClass::U => ('u', register.class == 'u'),
        };
        if !fits && register.number.is_some() {
            let name = names.resolve(module.globals[request.global].name).to_owned();
            let found = register.class.to_string();
            sink.report(register.span, WrongRegister { name, expected: expected.to_string(), found });
        } else if register.class != expected && is_bound_by_letter(request, &register) {
            let name = names.resolve(module.globals[request.global].name).to_owned();
            let found = register.class.to_string();
            sink.report(register.span, RegisterClassMismatch { name, expected: expected.to_string(), found });
        }
    }
}

/// Returns whether the register of a texture or sampler alone binds it.
fn is_bound_by_letter(request: &Request, register: &Register) -> bool {
    let is_either = matches!(request.class, Some(RegisterClass::T | RegisterClass::S));
    is_either && register.number.is_some() && request.binding.is_none() && !request.combined
}

/// Checks that a combined texture has a sampler at the same binding, and the other way round.
fn check_combined(module: &Module, sink: &mut Sink) {
    let combined: Vec<&Global> =
        module.globals.iter().map(|(_, global)| global).filter(|it| it.attributes.combined_image_sampler).collect();
    let is_sampler = |global: &Global| {
        matches!(module.ty(module.element_of_arrays(global.ty)), Type::Object(Object::Sampler { .. }))
    };
    for global in &combined {
        let Some(binding) = global.attributes.binding else { continue };
        let is_partner =
            |other: &&&Global| other.attributes.binding == Some(binding) && is_sampler(other) != is_sampler(global);
        if !combined.iter().any(|other| is_partner(&other)) {
            let missing = if is_sampler(global) { "texture" } else { "sampler" }.to_owned();
            let (set, binding) = (binding.set.to_string(), binding.binding.to_string());
            sink.report(global.span, MissingPartner { missing, set, binding });
        }
    }
}

fn assign_all(module: &mut Module, requests: &[Request], options: &Options, sink: &mut Sink) {
    let mut assigner = Assigner { module, options, sink, used: Set::default(), found: FxHashMap::default() };
    if !options.register_bindings.is_empty() {
        assigner.assign_by_table(requests);
        assigner.assign_heaps(requests);
        return;
    }
    assigner.reserve_heaps();
    let split = options.flatten_arrays || requests.iter().any(|request| request.composite);
    let slots = |request: &Request| if split { request.slots.max(1) } else { 1 };
    let declared = || requests.iter().filter(|request| request.heap.is_none());
    for request in declared() {
        assigner.assign_explicit(request, slots(request));
    }
    for request in declared() {
        assigner.assign_register(request, slots(request));
    }
    for request in declared() {
        assigner.assign_free(request, slots(request));
    }
    assigner.assign_heaps(requests);
}

struct Assigner<'a> {
    module: &'a mut Module,
    options: &'a Options,
    sink: &'a mut Sink,
    used: Set<Binding>,
    /// By set, number of slots and start of the search: the last result. Bindings are never freed, so that the next
    /// search for the same may start there.
    found: FxHashMap<(u32, u32, u32), u32>,
}

impl Assigner<'_> {
    fn bind(&mut self, global: GlobalId, binding: Binding, slots: u32) {
        for slot in 0..slots {
            self.used.insert(Binding { set: binding.set, binding: binding.binding.saturating_add(slot) });
        }
        self.module.globals[global].attributes.binding = Some(binding);
        self.module.bound.push(global);
    }

    fn reserve_heaps(&mut self) {
        let options = self.options;
        self.used.extend([options.resource_heap, options.sampler_heap, options.counter_heap].into_iter().flatten());
    }

    /// The set that the source gives, by attribute or space.
    fn set_of(&self, request: &Request) -> u32 {
        let by_register = request.register.and_then(|register| register.space);
        let given = if request.binding.is_some() { request.set } else { request.set.or(by_register) };
        given.unwrap_or(self.options.default_set)
    }

    fn assign_explicit(&mut self, request: &Request, slots: u32) {
        let number = match request.counter {
            Some(counter) => counter,
            None => request.binding,
        };
        let Some(binding) = number else { return };
        self.bind(request.global, Binding { set: self.set_of(request), binding }, slots);
    }

    fn assign_register(&mut self, request: &Request, slots: u32) {
        if request.counter.is_some() || request.binding.is_some() {
            return;
        }
        let Some(register) = request.register else { return };
        let Some(number) = register.number else { return };
        let set = self.set_of(request);
        let class = match register.class {
            's' if request.combined => Some(RegisterClass::T),
            letter => class_of(letter),
        };
        let shift = class.map_or(0, |class| self.shift(class, set));
        let Some(binding) = number.checked_add(shift) else {
            self.sink.report(register.span, ShiftOverflow { number: number.to_string(), shift: shift.to_string() });
            return;
        };
        self.module.globals[request.global].attributes.is_placed_by_register = true;
        self.bind(request.global, Binding { set, binding }, slots);
    }

    fn assign_free(&mut self, request: &Request, slots: u32) {
        let decided = match request.counter {
            Some(counter) => counter.is_some(),
            None => request.binding.is_some() || request.register.is_some_and(|register| register.number.is_some()),
        };
        if decided {
            return;
        }
        let set = self.set_of(request);
        let shift = match request.class {
            Some(class) if self.options.auto_shift => self.shift(class, set),
            Some(_) | None => 0,
        };
        if let (true, Some(globals)) = (request.is_globals, self.options.globals_binding) {
            let binding = Binding { set: globals.set, binding: globals.binding.saturating_add(shift) };
            self.bind(request.global, binding, 1);
            return;
        }
        let binding = self.first_free(set, slots, shift);
        self.bind(request.global, Binding { set, binding }, slots);
    }

    /// The lowest number from `from` on with `slots` free bindings in a set.
    fn first_free(&mut self, set: u32, slots: u32, from: u32) -> u32 {
        let mut start = *self.found.get(&(set, slots, from)).unwrap_or(&from);
        let mut length = 0;
        while length < slots {
            if self.used.contains(&Binding { set, binding: start.saturating_add(length) }) {
                start = start.saturating_add(length + 1);
                length = 0;
            } else {
                length += 1;
            }
        }
        self.found.insert((set, slots, from), start);
        start
    }

    fn shift(&self, class: RegisterClass, set: u32) -> u32 {
        let shifts = self.options.shifts.iter().rev();
        let found =
            shifts.filter(|shift| shift.class == class).find(|shift| shift.space.is_none_or(|space| space == set));
        found.map_or(0, |shift| shift.amount)
    }

    /// Assigns heaps last. All arrays of a heap share one binding; so do the counters of its buffers.
    fn assign_heaps(&mut self, requests: &[Request]) {
        let heaps = [
            (HeapKind::Resource, false, self.options.resource_heap, "-fvk-bind-resource-heap"),
            (HeapKind::Sampler, false, self.options.sampler_heap, "-fvk-bind-sampler-heap"),
            (HeapKind::Resource, true, self.options.counter_heap, "-fvk-bind-counter-heap"),
        ];
        let mut places: Vec<Option<Binding>> = Vec::with_capacity(heaps.len());
        for (heap, counters, given, option) in heaps {
            let of_heap = |it: &&Request| it.heap == Some(heap) && it.counter.is_some() == counters;
            let Some(first) = requests.iter().find(of_heap) else {
                places.push(None);
                continue;
            };
            if given.is_none() && !self.options.register_bindings.is_empty() {
                self.sink.report(first.span, BindRegisterHeap { option: option.to_owned() });
            }
            let place = given.unwrap_or_else(|| Binding { set: 0, binding: self.first_free(0, 1, 0) });
            self.used.insert(place);
            places.push(Some(place));
        }
        for request in requests {
            let Some(heap) = request.heap else { continue };
            let at =
                heaps.iter().position(|&(kind, counters, ..)| kind == heap && counters == request.counter.is_some());
            if let Some(place) = at.and_then(|at| places[at]) {
                self.bind(request.global, place, 1);
            }
        }
    }

    /// `-fvk-bind-register`: every resource has a register, and the command line has the binding of each.
    fn assign_by_table(&mut self, requests: &[Request]) {
        for request in requests.iter().filter(|request| request.heap.is_none()) {
            let span = request.span;
            match (request.register, request.is_globals, self.options.globals_binding) {
                (Some(_), _, _) if request.counter.is_some() => {
                    self.sink.report(span, BindRegisterCounter {});
                }
                (Some(register), _, _) => self.assign_mapped(request, register),
                (None, true, Some(binding)) => self.bind(request.global, binding, 1),
                (None, true, None) => {
                    self.sink.report(span, BindRegisterGlobals {});
                }
                (None, false, _) => {
                    self.sink.report(span, BindRegisterMissing {});
                }
            }
        }
    }

    fn assign_mapped(&mut self, request: &Request, register: Register) {
        let space = register.space.unwrap_or(self.options.default_set);
        let row = self
            .options
            .register_bindings
            .iter()
            .find(|row| row.class == register.class && Some(row.number) == register.number && row.space == space);
        match row {
            Some(row) => self.bind(request.global, row.binding, 1),
            None => {
                let number = register.number.map_or(String::new(), |number| number.to_string());
                let name = format!("{}{number}", register.class);
                self.sink
                    .report(request.span, BindRegisterUnmapped { register: name, space: space.to_string() })
                    .note_at(register.span, "register specified here");
            }
        }
    }
}

/// The class of a register's letter; `c` registers and obsolete letters have none.
fn class_of(letter: char) -> Option<RegisterClass> {
    match letter {
        'b' => Some(RegisterClass::B),
        't' => Some(RegisterClass::T),
        's' => Some(RegisterClass::S),
        'u' => Some(RegisterClass::U),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::ty::Type;
    use crate::hir::{Global, GlobalAttributes, GlobalKind};
    use crate::options::BindingShift;
    use base::intern::Symbol;
    use frontend::language::{Profile, Stage};

    fn bindings(options: &Options, make: impl Fn(GlobalId, usize) -> Request, count: usize) -> Vec<(u32, u32)> {
        let mut module = Module::default();
        let ty = module.types.intern(Type::Object(Object::Sampler { comparison: false }));
        let requests: Vec<Request> = (0..count)
            .map(|index| {
                let global = module.globals.alloc(Global {
                    name: Symbol::EMPTY,
                    ty,
                    span: Span::NONE,
                    kind: GlobalKind::Resource { layout: None },
                    attributes: GlobalAttributes::default(),
                });
                make(global, index)
            })
            .collect();
        let mut sink = Sink::default();
        assign(&mut module, &Interner::new(), &requests, options, &mut sink);
        assert!(!sink.has_errors());
        let bound = module.globals.iter().filter_map(|(_, global)| global.attributes.binding);
        bound.map(|binding| (binding.set, binding.binding)).collect()
    }

    fn request(global: GlobalId) -> Request {
        Request {
            global,
            class: Some(RegisterClass::T),
            slots: 1,
            composite: false,
            binding: None,
            set: None,
            register: None,
            is_globals: false,
            combined: false,
            counter: None,
            heap: None,
            span: Span::NONE,
        }
    }

    fn options() -> Options {
        Options::new(Profile { stage: Stage::Pixel, major: 6, minor: 0 }, "main")
    }

    #[test]
    fn free_bindings_fill_the_gaps_in_order() {
        let register = Register { class: 't', number: Some(1), space: None, span: Span::NONE };
        let made = |global, index| match index {
            1 => Request { binding: Some(0), ..request(global) },
            2 => Request { register: Some(register), ..request(global) },
            _ => request(global),
        };
        assert_eq!(bindings(&options(), made, 4), [(0, 2), (0, 0), (0, 1), (0, 3)]);
    }

    #[test]
    fn shifts_apply_to_registers_of_their_class_and_space() {
        let shift = |amount, space| BindingShift { class: RegisterClass::T, amount, space };
        let options = Options { shifts: vec![shift(10, None), shift(20, Some(2))], ..options() };
        let made = |global, index| {
            let space = [None, Some(2)][index];
            let register = Register { class: 't', number: Some(3), space, span: Span::NONE };
            Request { register: Some(register), ..request(global) }
        };
        assert_eq!(bindings(&options, made, 2), [(0, 13), (2, 23)]);
    }

    #[test]
    fn a_split_array_takes_consecutive_bindings() {
        let options = Options { flatten_arrays: true, ..options() };
        let made = |global, index| match index {
            0 => Request { binding: Some(1), ..request(global) },
            1 => Request { slots: 3, ..request(global) },
            _ => request(global),
        };
        assert_eq!(bindings(&options, made, 3), [(0, 1), (0, 2), (0, 0)]);
    }
}
