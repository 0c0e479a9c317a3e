//! Shader groups and shader binding tables of pipelines with rays.

use super::pipelines::{Group, Listed, Pipeline};
use super::{Reader, Result, Sort, Stage};
use crate::tree::{Clause, Statement, Word};

/// A launch of rays: the groups of each table that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rays {
    /// The ray generation shaders, of which the first one runs.
    pub raygen: Vec<Group>,
    /// The miss shaders.
    pub miss: Vec<Group>,
    /// The hit groups.
    pub hit: Vec<Group>,
    /// The callable shaders.
    pub call: Vec<Group>,
    /// The number of invocations along each axis.
    pub size: [u32; 3],
}

/// The stages of hit groups.
const OF_HITS: [Stage; 3] = [Stage::ClosestHit, Stage::AnyHit, Stage::Intersection];

impl Reader<'_> {
    /// Reads a part of a pipeline with rays; `None` if it is none of them.
    pub(super) fn part_of_rays(&self, own: &mut Pipeline, part: &Statement<'_>) -> Option<Result<()>> {
        Some(match part.head {
            "SHADER_GROUP" => self.group(own, part),
            "SHADER_BINDING_TABLE" => self.table(own, part),
            "USE_LIBRARY" => self.use_libraries(own, part),
            "FLAGS" => {
                let other = part.words.iter().find(|word| word.text != "LIBRARY");
                other.map_or(Ok(()), |word| Err(self.unknown_flag(*word)))
            }
            "MAX_RAY_RECURSION_DEPTH" => self.first_words(part).and_then(|[word]| {
                own.recursion = self.whole(word)?;
                Ok(())
            }),
            // Payloads and attributes have room for all that shaders have.
            "MAX_RAY_PAYLOAD_SIZE" | "MAX_RAY_HIT_ATTRIBUTE_SIZE" => {
                self.first_words(part).and_then(|[word]| self.whole(word).map(|_| ()))
            }
            _ => return None,
        })
    }

    fn group(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(part)?;
        if let Some(clause) = part.clauses.first() {
            return Err(self.unexpected(clause, part.head));
        }
        let mut stages: Vec<Stage> = Vec::new();
        let mut group = Group::new();
        for word in &part.words[1..] {
            let shader = self.find(Sort::Shader, *word)?;
            let stage = self.script.shaders[shader].stage;
            match stages.first() {
                _ if !stage.is_of_rays() => {
                    return Err(self.error(word.at, format!("'{}' is not a shader of rays", word.text)));
                }
                Some(first) if !OF_HITS.contains(first) || !OF_HITS.contains(&stage) => {
                    let alone = if OF_HITS.contains(first) { stage } else { *first };
                    let other = if alone == stage { *first } else { stage };
                    let text = format!("a group has no shader beside '{}' or '{}'", alone.name(), other.name());
                    return Err(self.error(word.at, text));
                }
                Some(_) if stages.contains(&stage) => {
                    return Err(self.error(word.at, format!("a group has one shader of the stage '{}'", stage.name())));
                }
                Some(_) | None => stages.push(stage),
            }
            group.push(shader);
        }
        if group.is_empty() {
            return Err(self.error(part.at, "the group is empty"));
        }
        add(&mut own.groups, name.text, group).map_err(|()| self.error(name.at, twice("group", name)))
    }

    fn table(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        let [name] = self.first_words(part)?;
        let group = |word: &Word<'_>| {
            let found = own.groups.iter().find(|group| group.name == word.text);
            let unknown = || self.error(word.at, format!("unknown group '{}'", word.text));
            found.map(|group| group.content.clone()).ok_or_else(unknown)
        };
        let groups = part.words[1..].iter().map(group).collect::<Result<Vec<Group>>>()?;
        if let Some(clause) = part.clauses.first() {
            return Err(self.unexpected(clause, part.head));
        }
        add(&mut own.tables, name.text, groups).map_err(|()| self.error(name.at, twice("shader binding table", name)))
    }

    /// The groups of other pipelines.
    fn use_libraries(&self, own: &mut Pipeline, part: &Statement<'_>) -> Result<()> {
        for word in &part.words {
            let library = &self.script.pipelines[self.find(Sort::Pipeline, *word)?];
            for group in &library.groups {
                // A library may come by several ways.
                if !own.groups.contains(group) {
                    add(&mut own.groups, &group.name, group.content.clone()).map_err(|()| {
                        self.error(word.at, format!("group '{}' of '{}' is defined twice", group.name, word.text))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The launch of a pipeline with these tables and numbers.
    pub(super) fn launch(&self, pipeline: usize, at: usize, clauses: &[Clause<'_>]) -> Result<Rays> {
        let mut own = Rays { raygen: Vec::new(), miss: Vec::new(), hit: Vec::new(), call: Vec::new(), size: [0; 3] };
        for clause in clauses {
            let Some((name, _)) = clause.words.split_first() else {
                return Err(self.error(clause.at, format!("'{}' expects a word", clause.key)));
            };
            let (to, stages) = match clause.key {
                "RAYGEN" => (&mut own.raygen, &[Stage::RayGeneration][..]),
                "MISS" => (&mut own.miss, &[Stage::Miss][..]),
                "HIT" => (&mut own.hit, &OF_HITS[..]),
                "CALL" => (&mut own.call, &[Stage::Callable][..]),
                _ => return Err(self.unexpected(clause, "RUN")),
            };
            let tables = &self.script.pipelines[pipeline].tables;
            let table = tables.iter().find(|table| table.name == name.text);
            let unknown = || self.error(name.at, format!("unknown shader binding table '{}'", name.text));
            let groups = &table.ok_or_else(unknown)?.content;
            let stage = |shader: &usize| self.script.shaders[*shader].stage;
            if let Some(other) = groups.iter().flatten().map(stage).find(|stage| !stages.contains(stage)) {
                let text = format!("'{}' has a shader of the stage '{}'", name.text, other.name());
                return Err(self.error(name.at, text));
            }
            to.clone_from(groups);
        }
        if own.raygen.is_empty() {
            return Err(self.error(at, "there is no ray generation shader: 'RAYGEN' is missing, or its table is empty"));
        }
        let numbers = clauses.last().map_or(&[][..], |last| &last.words[1..]);
        own.size = self.wholes(clauses.last().map_or(at, |last| last.at), numbers)?;
        Ok(own)
    }
}

/// Adds a thing with a name, unless there is one.
fn add<T>(all: &mut Vec<Listed<T>>, name: &str, content: T) -> std::result::Result<(), ()> {
    if all.iter().any(|own| own.name == name) {
        return Err(());
    }
    all.push(Listed { name: name.to_owned(), content });
    Ok(())
}

fn twice(what: &str, name: Word<'_>) -> String {
    format!("{what} '{}' is defined twice", name.text)
}
