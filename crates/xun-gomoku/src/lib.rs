//! Gomoku and Renju: rules, threat search, evaluation, engine and protocols.
