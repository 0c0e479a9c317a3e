//! Hull and domain shaders, linked.
//!
//! It must not know how they run.

use super::chain::{self, Source};
use crate::error::Error;
use crate::stages::rows::{self, BuiltIn, Place, Row};
use crate::stages::{Stage, row_of};
use raster::{Cut, Domain, Partitioning, Tessellator};

/// A hull and a domain shader.
#[derive(Debug)]
pub(in crate::stages) struct Patches {
    pub(in crate::stages) hull: Stage,
    pub(in crate::stages) domain: Stage,
    pub(in crate::stages) hull_sources: Vec<Source>,
    pub(in crate::stages) domain_sources: Vec<Source>,
    /// The control points of a patch.
    pub(in crate::stages) points: u32,
    pub(in crate::stages) tessellator: Tessellator,
    pub(in crate::stages) outer: [Option<usize>; 4],
    pub(in crate::stages) inner: [Option<usize>; 2],
    /// True if the number of the patch follows the rows of the domain shader.
    pub(in crate::stages) has_number: bool,
}

impl Patches {
    /// Links the stages behind one with these rows.
    ///
    /// # Errors
    /// When they do not fit.
    pub(in crate::stages) fn new(
        rows: &[Row],
        by: &'static str,
        hull: Stage,
        domain: Stage,
        given: Option<u32>,
        has_number: bool,
    ) -> Result<Self, Error> {
        let (own, other) = (hull.interface(), domain.interface());
        // A hull shader that reads none of them takes as many as it writes.
        let usual = if own.shape.taken == 0 { own.shape.vertices } else { own.shape.taken };
        let points = given.unwrap_or(usual);
        let hull_sources = of_patch(&own.inputs, rows, by, points, given.is_some())?;
        let domain_sources = of_patch(&other.inputs, &own.outputs, "hull", own.shape.vertices, given.is_some())?;
        if given.is_none() && other.shape.taken > own.shape.vertices {
            let (taken, made) = (other.shape.taken, own.shape.vertices);
            let why = format!("the domain shader reads {taken} control points, the hull shader writes {made}");
            return Err(Error::NotFit { why });
        }
        let row = |builtin: BuiltIn, at: usize| row_of(&own.outputs, builtin, at as u32);
        Ok(Patches {
            tessellator: tessellator(&own.shape.tessellation, &other.shape.tessellation)?,
            outer: [0, 1, 2, 3].map(|at| row(BuiltIn::TessLevelOuter, at)),
            inner: [0, 1].map(|at| row(BuiltIn::TessLevelInner, at)),
            points,
            hull_sources,
            domain_sources,
            hull,
            domain,
            has_number,
        })
    }

    /// The rows of a vertex of the domain shader.
    pub(in crate::stages) fn rows(&self) -> Vec<Row> {
        let mut rows = self.domain.interface().outputs.clone();
        if self.has_number {
            let mut number = rows[0].clone();
            number.place = Place::Builtin(BuiltIn::PrimitiveId, 0);
            rows.push(number);
        }
        rows
    }

    /// The vertices of the primitives that it makes.
    pub(in crate::stages) fn corners(&self) -> u32 {
        self.tessellator.corners() as u32
    }
}

/// The sources of inputs of which a patch has as many control points. Beyond those, where the inputs have room for more, are
/// zeros. With `is_lenient`, so is what the stage in front does not write.
fn of_patch(
    inputs: &[Row],
    before: &[Row],
    by: &'static str,
    points: u32,
    is_lenient: bool,
) -> Result<Vec<Source>, Error> {
    let source = |row: &Row| {
        if !row.is_patch && row.vertex >= points {
            return Ok(Source::Word(0));
        }
        match chain::sources(std::slice::from_ref(row), before, by, points) {
            Err(_) if is_lenient => Ok(Source::Word(0)),
            found => Ok(found?[0]),
        }
    };
    inputs.iter().map(source).collect()
}

/// The tessellator that two stages ask for together.
fn tessellator(hull: &rows::Tessellation, domain: &rows::Tessellation) -> Result<Tessellator, Error> {
    if let (Some(left), Some(right)) = (hull.domain, domain.domain)
        && left != right
    {
        let why = format!("the hull shader has the domain {}, the domain shader {}", spelled(left), spelled(right));
        return Err(Error::NotFit { why });
    }
    let shape = match hull.domain.or(domain.domain) {
        Some(rows::Domain::Isolines) => Domain::Isolines,
        Some(rows::Domain::Triangles) => Domain::Triangles,
        Some(rows::Domain::Quads) => Domain::Quads,
        None => return Err(Error::NotFit { why: "neither hull nor domain shader states the domain".to_owned() }),
    };
    let partitioning = match hull.spacing.or(domain.spacing).unwrap_or(rows::Spacing::Equal) {
        rows::Spacing::Equal => Partitioning::Integer,
        rows::Spacing::FractionalEven => Partitioning::FractionalEven,
        rows::Spacing::FractionalOdd => Partitioning::FractionalOdd,
    };
    let cut = match () {
        () if hull.makes_points || domain.makes_points => Cut::Points,
        () if shape == Domain::Isolines => Cut::Lines,
        () if hull.is_clockwise.or(domain.is_clockwise).unwrap_or(false) => Cut::Clockwise,
        () => Cut::Counterclockwise,
    };
    Ok(Tessellator { domain: shape, partitioning, cut })
}

fn spelled(domain: rows::Domain) -> &'static str {
    match domain {
        rows::Domain::Isolines => "isoline",
        rows::Domain::Triangles => "tri",
        rows::Domain::Quads => "quad",
    }
}
