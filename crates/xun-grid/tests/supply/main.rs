//! The supply searches against an independent breadth-first search, on the labs' inputs and on many
//! thousand random problems of every family.

mod arbitrary;
mod exact;
mod explained;
mod families;
mod lab;
mod prices;
mod reference;
mod searches;
