//! Conditions for a part of the combinations of a family: in which ones something is so.

use crate::sets::Family;

/// The limit of terms, above which a condition says little.
const MAX_TERMS: usize = 3;

/// The limit of comparisons for one family: messages about many combinations without a simple condition are counted alone.
pub(crate) const BUDGET: u64 = 1 << 28;

/// The choice of each set that a term is about.
type Term = Vec<Option<u32>>;

/// The choice of each set, for one combination, or for all with any choice of some sets; and whether something is so for them.
pub(crate) type Case = (Vec<Option<u32>>, bool);

/// A condition that holds for those of the cases for which something is so, and for no other of them. `None` if it takes many
/// terms.
pub(crate) fn condition(family: &Family, all: &[Case], budget: &mut u64) -> Option<String> {
    let mut covered = vec![false; all.len()];
    let mut terms = Vec::new();
    while let Some(first) = (0..all.len()).find(|&at| all[at].1 && !covered[at]) {
        let cost = (all.len() * family.sets()) as u64;
        if terms.len() == MAX_TERMS || *budget < cost {
            return None;
        }
        *budget -= cost;
        let term = widest(&all[first].0, all);
        for (covered, (digits, _)) in covered.iter_mut().zip(all) {
            *covered |= always_has(&term, digits);
        }
        terms.push(text(family, &term));
    }
    Some(terms.join(", or "))
}

/// A term that holds for a case and for hits alone, and that would not without any of its parts.
fn widest(digits: &[Option<u32>], all: &[Case]) -> Term {
    let mut term = digits.to_vec();
    for set in 0..term.len() {
        let kept = term[set].take();
        if all.iter().any(|(digits, is_hit)| !is_hit && may_have(&term, digits)) {
            term[set] = kept;
        }
    }
    term
}

fn always_has(term: &[Option<u32>], digits: &[Option<u32>]) -> bool {
    term.iter().zip(digits).all(|(wanted, digit)| wanted.is_none() || wanted == digit)
}

fn may_have(term: &[Option<u32>], digits: &[Option<u32>]) -> bool {
    term.iter().zip(digits).all(|(wanted, digit)| wanted.is_none() || digit.is_none() || wanted == digit)
}

/// The choices of a term: what is defined, then what is not.
fn text(family: &Family, term: &Term) -> String {
    let choices = term.iter().enumerate().filter_map(|(set, digit)| Some(family.term(set, (*digit)?)));
    let (mut defined, mut absent) = (Vec::new(), Vec::new());
    for choice in choices {
        match choice {
            Ok(text) => defined.push(text),
            Err(names) => absent.push(names),
        }
    }
    let without = if absent.is_empty() { String::new() } else { format!("without {}", absent.join(", ")) };
    let all: Vec<String> = defined.into_iter().chain((!without.is_empty()).then_some(without)).collect();
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::files::response::marked_words;

    fn of(text: &str, is_hit: impl Fn(&[u32]) -> bool) -> Option<String> {
        let family = Family::parse(&marked_words(text), None).expect("sets").expect("a family");
        let digits = (0..family.combinations()).map(|number| family.digits(number));
        let all: Vec<Case> =
            digits.map(|digits| (digits.iter().map(|digit| Some(*digit)).collect(), is_hit(&digits))).collect();
        condition(&family, &all, &mut BUDGET.clone())
    }

    #[test]
    fn conditions_are_short() {
        let sets = "-D A={0,1} -D B={-,1,2} -D {,LOW,HIGH} -D C={0,1}";
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of(sets, |digits| digits[0] == 1), some("A=1"));
        assert_eq!(of(sets, |digits| digits[0] == 1 && digits[1] == 0), some("A=1 without B"));
        assert_eq!(of(sets, |digits| digits[2] == 0), some("without LOW, HIGH"));
        assert_eq!(of(sets, |digits| digits[2] == 1 || digits[1] == 2), some("LOW, or B=2"));
        assert_eq!(of(sets, |digits| digits.iter().sum::<u32>() % 2 == 0), None);
    }

    /// B has an effect with A=1 alone: where it has any choice, a term that names it does not hold for all.
    #[test]
    fn cases_with_any_choice_are_covered_whole() {
        let family = Family::parse(&marked_words("-D A={0,1} -D B={0,1}"), None).expect("sets").expect("a family");
        let all = [(vec![Some(0), None], true), (vec![Some(1), Some(0)], true), (vec![Some(1), Some(1)], false)];
        assert_eq!(condition(&family, &all, &mut BUDGET.clone()), Some("A=0, or B=0".to_owned()));
        let all = [(vec![Some(0), None], false), (vec![Some(1), Some(0)], true), (vec![Some(1), Some(1)], false)];
        assert_eq!(condition(&family, &all, &mut BUDGET.clone()), Some("A=1 B=0".to_owned()));
    }
}
