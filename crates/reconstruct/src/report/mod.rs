//! Pages and tables that tell what was reconstructed and why.
