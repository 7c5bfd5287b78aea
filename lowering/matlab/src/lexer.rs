//! Text to tokens, with the context that MATLAB's lexical rules need. Knows no grammar.
