//! What a stretch of a compilation added to its map, so that another compilation adds the same without doing the work.
//!
//! Must not know why anything was added.

use super::{EXPANSION_REGION, Expansion, Piece, SCRATCH_REGION, SourceFile, SourceMap, Span};
use crate::ids::Id;
use crate::intern::Symbol;
use std::sync::{Arc, OnceLock};

/// A point in the growth of a map.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    files: usize,
    base: u32,
    expansions: usize,
    pieces: usize,
    next_piece: u32,
    scratch: usize,
}

/// What was added behind a mark, with positions from there on.
#[derive(Clone, Debug)]
pub struct Slice {
    files: Box<[File]>,
    expansions: Box<[Expansion]>,
    pieces: Box<[Piece]>,
    scratch: Box<str>,
    /// The bytes of all files as they are on disk, and one for each.
    bytes: usize,
    /// The positions that expansions take.
    expanded: u32,
}

/// A file without its position; that of the directive which included it is from the mark on.
#[derive(Clone, Debug)]
struct File {
    name: Box<str>,
    text: Arc<str>,
    splices: Box<[(u32, u32)]>,
    original: Option<Arc<str>>,
    included_at: Option<Span>,
    digest: Option<u128>,
}

/// The distances by which positions of a slice move.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The distance for positions in files.
    pub file: u32,
    /// The distance for positions in macro expansions.
    pub expansion: u32,
    scratch: u32,
}

impl Shift {
    /// A position that has moved.
    #[inline]
    pub fn position(self, at: u32) -> u32 {
        let by = match at {
            ..EXPANSION_REGION => self.file,
            EXPANSION_REGION..SCRATCH_REGION => self.expansion,
            u32::MAX => 0,
            SCRATCH_REGION.. => self.scratch,
        };
        at.wrapping_add(by)
    }

    /// A range of positions that has moved.
    #[inline]
    pub fn span(self, span: Span) -> Span {
        Span::new(self.position(span.lo), self.position(span.hi))
    }
}

impl Mark {
    /// The first position of files behind the mark.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// A position from the mark on; `None` if it is before that.
    #[inline]
    pub fn from_here(&self, at: u32) -> Option<u32> {
        match at {
            ..EXPANSION_REGION => at.checked_sub(self.base),
            EXPANSION_REGION..SCRATCH_REGION => Some(EXPANSION_REGION + at.checked_sub(self.next_piece)?),
            u32::MAX => Some(at),
            SCRATCH_REGION.. => Some(SCRATCH_REGION + (at - SCRATCH_REGION).checked_sub(self.scratch as u32)?),
        }
    }

    /// A range of positions from the mark on; `None` if an end is before that.
    #[inline]
    pub fn span_from_here(&self, span: Span) -> Option<Span> {
        Some(Span::new(self.from_here(span.lo)?, self.from_here(span.hi)?))
    }
}

impl Slice {
    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        let files = self.files.len() * size_of::<File>() + self.bytes;
        files + size_of_val(&*self.expansions) + size_of_val(&*self.pieces) + self.scratch.len()
    }

    /// The names of the macros that were expanded.
    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut Symbol> {
        self.expansions.iter_mut().map(|expansion| &mut expansion.name)
    }
}

impl SourceMap {
    /// The end of all that the map has.
    pub fn mark(&self) -> Mark {
        Mark {
            files: self.files.len(),
            base: self.next_base(),
            expansions: self.expansions.len(),
            pieces: self.pieces.len(),
            next_piece: self.next_piece,
            scratch: self.scratch.len(),
        }
    }

    /// What was added behind a mark. Tokens of expansions that are spelled in a file before it are passed on with their number
    /// and that position. `None` if anything else leads to a position before the mark, or a file has `#line` directives.
    pub fn since(&self, mark: Mark, mut outer: impl FnMut(u32, u32)) -> Option<Slice> {
        let file = |file: &SourceFile| {
            let is_first = file.base == mark.base;
            let included_at = file.included_at.filter(|_| !is_first);
            let included_at = included_at.map_or(Some(None), |span| mark.span_from_here(span).map(Some))?;
            file.line_markers.is_empty().then(|| File::of(file, included_at))
        };
        let files = self.files.iter().skip(mark.files).map(|(_, it)| file(it)).collect::<Option<Box<[File]>>>()?;
        let expansion = |it: &Expansion| Some(Expansion { call: mark.span_from_here(it.call)?, ..*it });
        let expansions = self.expansions.iter().skip(mark.expansions).map(|(_, it)| expansion(it));
        let mut piece = |(number, piece): (u32, &Piece)| {
            let spelled = mark.from_here(piece.spelled).or_else(|| {
                outer(number, piece.spelled);
                SourceMap::is_in_file(piece.spelled).then_some(0)
            })?;
            let expansion = piece.expansion.raw().checked_sub(mark.expansions as u32)?;
            Some(Piece { at: piece.at - mark.next_piece, spelled, expansion: Id::new(expansion) })
        };
        let pieces = (0..).zip(&self.pieces[mark.pieces..]).map(&mut piece);
        Some(Slice {
            bytes: files.iter().map(|file| file.original.as_ref().unwrap_or(&file.text).len() + 1).sum(),
            expansions: expansions.collect::<Option<_>>()?,
            pieces: pieces.collect::<Option<_>>()?,
            scratch: self.scratch[mark.scratch..].into(),
            expanded: self.next_piece - mark.next_piece,
            files,
        })
    }

    /// Returns whether all of a slice fits in.
    pub fn has_room_for(&self, slice: &Slice) -> bool {
        let files = self.next_base() as usize + slice.bytes;
        let scratch = SCRATCH_REGION as usize + self.scratch.len() + slice.scratch.len() + 1;
        let expanded = self.next_piece.checked_add(slice.expanded);
        let has_pieces = expanded.is_some_and(|end| end < SCRATCH_REGION - 1);
        files < EXPANSION_REGION as usize && scratch < u32::MAX as usize && has_pieces
    }

    /// Adds a slice, whose first file is included here. Macros have the names that `name` gives for those of the slice. The
    /// number of the first token from a macro comes with the distances.
    pub fn add_slice(&mut self, slice: &Slice, included_at: Span, name: impl Fn(Symbol) -> Symbol) -> (Shift, usize) {
        let mark = self.mark();
        let shift =
            Shift { file: mark.base, expansion: mark.next_piece - EXPANSION_REGION, scratch: mark.scratch as u32 };
        let mut base = mark.base;
        for (at, file) in slice.files.iter().enumerate() {
            let included_at = if at == 0 { Some(included_at) } else { file.included_at.map(|at| shift.span(at)) };
            self.files.alloc(file.at(base, included_at));
            base += file.text.len() as u32 + 1;
        }
        for expansion in &slice.expansions {
            self.expansions.alloc(Expansion { name: name(expansion.name), call: shift.span(expansion.call) });
        }
        let first = mark.expansions as u32;
        self.pieces.extend(slice.pieces.iter().map(|piece| Piece {
            at: piece.at + mark.next_piece,
            spelled: shift.position(piece.spelled),
            expansion: Id::new(piece.expansion.raw() + first),
        }));
        self.next_piece += slice.expanded;
        self.scratch.push_str(&slice.scratch);
        (shift, mark.pieces)
    }

    /// Says where the token from a macro with this number is spelled.
    pub fn spell(&mut self, number: usize, position: u32) {
        self.pieces[number].spelled = position;
    }
}

impl File {
    fn of(file: &SourceFile, included_at: Option<Span>) -> Self {
        File {
            name: file.name.as_str().into(),
            text: Arc::clone(&file.text),
            splices: file.splices.as_slice().into(),
            original: file.original.clone(),
            included_at,
            digest: file.digest.get().copied(),
        }
    }

    fn at(&self, base: u32, included_at: Option<Span>) -> SourceFile {
        SourceFile {
            name: self.name.to_string(),
            text: Arc::clone(&self.text),
            splices: self.splices.to_vec(),
            original: self.original.clone(),
            base,
            included_at,
            line_starts: OnceLock::new(),
            digest: self.digest.map_or_else(OnceLock::new, OnceLock::from),
            line_markers: Vec::new(),
        }
    }
}
