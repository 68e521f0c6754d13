//! What travels about game trees.
