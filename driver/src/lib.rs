//! HLSL to SPIR-V: the library entry.
