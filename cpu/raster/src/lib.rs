//! Fixed-function graphics: what lies between the stages of a draw.
