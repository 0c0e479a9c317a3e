//! Cyclic dependencies between the modules of a crate.
//!
//! A module depends on the modules that define the items it names, by a `use` or by a path: a re-export leads to its
//! source. Method calls name no module.
//!
//! A module and those in its folder are one unit, in which cycles are normal. From outside it depends on everything
//! that the modules in its folder depend on. A cycle is a strongly connected component of this graph.

use super::rust::{Import, Module};
use base::ids::{Map, Set};

/// The path of a module in its crate: empty for the root.
type Name = [String];

/// The dependencies of each module of a crate.
pub(super) type Needs<'a> = Map<&'a Name, Set<&'a Name>>;

/// The modules of one crate, by name.
struct Crate<'a> {
    modules: Map<&'a Name, &'a Module>,
    /// The files that define them.
    files: Map<&'a Name, &'a Name>,
}

/// The dependencies between the files of a crate. Each file is the list of its modules.
pub(super) fn needs(files: &[Vec<Module>]) -> Needs<'_> {
    let (names, mut needs) = (Crate::of(files), Needs::default());
    for (module, file) in files.iter().flat_map(|file| file.iter().map(|module| (module, file[0].name.as_slice()))) {
        for needed in names.named_by(module) {
            // Enclosing modules have the same dependency.
            for depth in 1..=file.len() {
                let part = &file[..depth];
                let above = depth < file.len() && part.starts_with(needed);
                if !above && !needed.starts_with(part) {
                    needs.entry(part).or_default().insert(needed);
                }
            }
        }
    }
    needs
}

/// The files that name an item of a module that they are a part of, each with that module.
pub(super) fn climbs(files: &[Vec<Module>]) -> Set<(&Name, &Name)> {
    let names = Crate::of(files);
    let mut climbs = Set::default();
    for (file, module) in files.iter().flat_map(|file| file.iter().map(move |module| (&file[0].name, module))) {
        let above = names.named_by(module).filter(|needed| needed.len() < file.len() && file.starts_with(needed));
        climbs.extend(above.map(|needed| (file.as_slice(), needed)));
    }
    climbs
}

impl<'a> Crate<'a> {
    /// The modules of these files.
    fn of(files: &'a [Vec<Module>]) -> Crate<'a> {
        let mut names = Crate { modules: Map::default(), files: Map::default() };
        for (module, file) in files.iter().flat_map(|file| file.iter().map(|module| (module, &file[0].name))) {
            names.modules.insert(&module.name, module);
            names.files.insert(&module.name, file);
        }
        names
    }

    /// The files whose items a module names.
    fn named_by(&self, module: &'a Module) -> impl Iterator<Item = &'a Name> {
        let imports = module.imports.iter().filter(|import| !import.shown).map(|import| &import.path);
        imports.chain(&module.mentions).filter_map(|path| self.source(module, path, 0))
    }

    /// The file of the item at the end of a path. `None` if it ends at a module or leaves the crate.
    fn source(&self, from: &'a Module, path: &'a [String], depth: usize) -> Option<&'a Name> {
        let (module, rest) = self.descend(from, path)?;
        let (name, further) = rest.split_first()?;
        self.leaf(module, name, further, depth)
    }

    /// The last module on a path, with the rest of the path.
    fn descend(&self, from: &'a Module, path: &'a [String]) -> Option<(&'a Module, &'a [String])> {
        let (mut name, mut rest) = (from.name.as_slice(), path);
        match path.first()?.as_str() {
            "crate" => (name, rest) = (&[], &path[1..]),
            "self" => rest = &path[1..],
            _ => {}
        }
        while rest.first().is_some_and(|part| part == "super") {
            (name, rest) = (name.split_last()?.1, &rest[1..]);
        }
        let mut module = *self.modules.get(name)?;
        while let Some(inner) = rest.first().and_then(|name| self.child(module, name)) {
            (module, rest) = (inner, &rest[1..]);
        }
        Some((module, rest))
    }

    fn child(&self, module: &Module, name: &str) -> Option<&'a Module> {
        self.modules.get([module.name.as_slice(), &[name.to_owned()]].concat().as_slice()).copied()
    }

    /// The file that defines a name of a module. A name that is neither imported nor known is taken for the module's
    /// own: a macro may define it.
    fn leaf(&self, module: &'a Module, name: &str, further: &'a [String], depth: usize) -> Option<&'a Name> {
        let here = self.files.get(module.name.as_slice()).copied();
        // Mutual glob imports have no end.
        if depth > 16 || module.items.iter().any(|item| item.name == name) {
            return here;
        }
        let named = module.imports.iter().find(|import| import.name == name);
        match named.or_else(|| self.glob_of(module, name)) {
            Some(import) if import.name == "*" => {
                let (target, _) = self.descend(module, &import.path)?;
                self.leaf(target, name, further, depth + 1)
            }
            Some(import) => match self.descend(module, &import.path) {
                Some((target, [])) => self.within(target, further, depth + 1),
                _ => self.source(module, &import.path, depth + 1),
            },
            None => here,
        }
    }

    /// The target of a path that begins at an imported module.
    fn within(&self, module: &'a Module, path: &'a [String], depth: usize) -> Option<&'a Name> {
        let (name, further) = path.split_first()?;
        match self.child(module, name) {
            Some(inner) => self.within(inner, further, depth),
            None => self.leaf(module, name, further, depth),
        }
    }

    /// The `use ..::*` that brings in a name.
    fn glob_of(&self, module: &'a Module, name: &str) -> Option<&'a Import> {
        let mut globs = module.imports.iter().filter(|import| import.name == "*");
        globs.find(|import| {
            self.descend(module, &import.path).is_some_and(|(target, _)| {
                let shown = target.imports.iter().any(|import| import.shown && import.name == name);
                shown || target.items.iter().any(|item| item.name == name)
            })
        })
    }
}

/// The strongly connected components.
pub(super) fn circles<'a>(needs: &Needs<'a>) -> Vec<Vec<&'a Name>> {
    let reach: Map<&Name, Set<&Name>> = needs.keys().map(|&module| (module, reached(needs, module))).collect();
    let mut seen: Set<&Name> = Set::default();
    let mut circles = Vec::new();
    for (module, others) in &reach {
        if others.contains(module) && !seen.contains(module) {
            let back = |other: &&&Name| reach.get(**other).is_some_and(|others| others.contains(module));
            let circle: Vec<&Name> = others.iter().filter(back).copied().collect();
            seen.extend(circle.iter().copied());
            circles.push(circle);
        }
    }
    circles
}

/// Everything reachable from a module.
fn reached<'a>(needs: &Needs<'a>, from: &'a Name) -> Set<&'a Name> {
    let mut found = Set::default();
    let mut left = vec![from];
    while let Some(module) = left.pop() {
        let next = needs.get(module).into_iter().flatten();
        left.extend(next.copied().filter(|&next| found.insert(next)));
    }
    found
}
