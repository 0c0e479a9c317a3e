//! The loop that runs the generated tables over the terminals of a unit.
//!
//! LALRPOP's loop is made for texts with errors, and moves each token several times. Here are only the steps of a text
//! without them, on the same tables and actions. At an error, and at the end, LALRPOP's loop takes over the stacks.

use lalrpop_util::ParseError;
use lalrpop_util::state_machine::{
    self, ErrorRecovery, ParseResult, Parser, ParserAction, ParserDefinition, SimulatedReduce, SymbolTriple,
    TokenTriple,
};
use std::iter;

/// The depth of a stack that most texts do not exceed.
const USUAL_DEPTH: usize = 256;

/// The numbers of states and reductions in the generated tables.
type Number = i16;

/// Parses the tokens with the generated tables.
pub(crate) fn drive<D, I>(mut definition: D, mut tokens: I) -> ParseResult<D>
where
    D: ParserDefinition<StateIndex = Number, ReduceIndex = Number, Action = Number>,
    I: Iterator<Item = Result<TokenTriple<D>, state_machine::ParseError<D>>>,
{
    let mut state = definition.start_state();
    let mut states = Vec::with_capacity(USUAL_DEPTH);
    let mut symbols = Vec::with_capacity(USUAL_DEPTH);
    states.push(state);
    'tokens: while let Some(token) = tokens.next() {
        let token = token?;
        let Some(index) = definition.token_to_index(&token.1) else {
            return resume(definition, (states, symbols), iter::once(Ok(token)).chain(tokens));
        };
        loop {
            let action = definition.action(state, index);
            if let Some(target) = ParserAction::<D>::as_shift(action) {
                let symbol = definition.token_to_symbol(index, token.1);
                states.push(target);
                symbols.push((token.0, symbol, token.2));
                state = target;
                continue 'tokens;
            }
            let Some(reduction) = ParserAction::<D>::as_reduce(action) else {
                return resume(definition, (states, symbols), iter::once(Ok(token)).chain(tokens));
            };
            if let Some(end) = definition.reduce(reduction, Some(&token.0), &mut states, &mut symbols) {
                return end.and(Err(ParseError::ExtraToken { token }));
            }
            state = states.last().copied().unwrap_or(state);
        }
    }
    resume(definition, (states, symbols), iter::empty())
}

/// Continues with LALRPOP's loop, which recovers from errors.
#[cold]
fn resume<D, I>(definition: D, stacks: Stacks<D>, tokens: I) -> ParseResult<D>
where
    D: ParserDefinition<StateIndex = Number, ReduceIndex = Number, Action = Number>,
    I: Iterator<Item = Result<TokenTriple<D>, state_machine::ParseError<D>>>,
{
    Parser::drive(Resumed { definition, stacks: Some(stacks) }, tokens)
}

/// A parser in the middle of a text. Its first action is a reduction that puts the stacks in place.
struct Resumed<D: ParserDefinition> {
    definition: D,
    stacks: Option<Stacks<D>>,
}

/// The stacks of states and of symbols.
type Stacks<D> = (Vec<Number>, Vec<SymbolTriple<D>>);

/// The action that reduces by [`RESUMPTION`].
const RESUME: Number = -(RESUMPTION + 1);
/// The number of any reduction.
const RESUMPTION: Number = 0;

impl<D> ParserDefinition for Resumed<D>
where
    D: ParserDefinition<StateIndex = Number, ReduceIndex = Number, Action = Number>,
{
    type Location = D::Location;
    type Error = D::Error;
    type Token = D::Token;
    type TokenIndex = D::TokenIndex;
    type Symbol = D::Symbol;
    type Success = D::Success;
    type StateIndex = Number;
    type Action = Number;
    type ReduceIndex = Number;
    type NonterminalIndex = D::NonterminalIndex;

    fn start_location(&self) -> D::Location {
        self.definition.start_location()
    }

    fn start_state(&self) -> Number {
        self.definition.start_state()
    }

    fn token_to_index(&self, token: &D::Token) -> Option<D::TokenIndex> {
        self.definition.token_to_index(token)
    }

    fn action(&self, state: Number, token: D::TokenIndex) -> Number {
        if self.stacks.is_some() { RESUME } else { self.definition.action(state, token) }
    }

    fn error_action(&self, state: Number) -> Number {
        self.definition.error_action(state)
    }

    fn eof_action(&self, state: Number) -> Number {
        if self.stacks.is_some() { RESUME } else { self.definition.eof_action(state) }
    }

    fn goto(&self, state: Number, nonterminal: D::NonterminalIndex) -> Number {
        self.definition.goto(state, nonterminal)
    }

    fn token_to_symbol(&self, index: D::TokenIndex, token: D::Token) -> D::Symbol {
        self.definition.token_to_symbol(index, token)
    }

    fn expected_tokens(&self, state: Number) -> Vec<String> {
        self.definition.expected_tokens(state)
    }

    fn expected_tokens_from_states(&self, states: &[Number]) -> Vec<String> {
        self.definition.expected_tokens_from_states(states)
    }

    fn uses_error_recovery(&self) -> bool {
        self.definition.uses_error_recovery()
    }

    fn error_recovery_symbol(&self, recovery: ErrorRecovery<Self>) -> D::Symbol {
        self.definition.error_recovery_symbol(recovery)
    }

    fn reduce(
        &mut self,
        reduction: Number,
        lookahead: Option<&D::Location>,
        states: &mut Vec<Number>,
        symbols: &mut Vec<SymbolTriple<Self>>,
    ) -> Option<ParseResult<Self>> {
        if let Some(stacks) = self.stacks.take() {
            (*states, *symbols) = stacks;
            return None;
        }
        self.definition.reduce(reduction, lookahead, states, symbols)
    }

    fn simulate_reduce(&self, reduction: Number) -> SimulatedReduce<Self> {
        match self.definition.simulate_reduce(reduction) {
            SimulatedReduce::Reduce { states_to_pop, nonterminal_produced } => {
                SimulatedReduce::Reduce { states_to_pop, nonterminal_produced }
            }
            SimulatedReduce::Accept => SimulatedReduce::Accept,
        }
    }
}
