//! The colours of pictures. One list serves SVG, PNG and terminals with true colour.

/// The meaning of a patch of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ink {
    /// Plain ground.
    Ground,
    /// Ground that costs a little more (2 or 3).
    Rough,
    /// Ground that costs much more.
    Heavy,
    /// A wall.
    Wall,
    /// Touched under an earlier bound.
    Earlier,
    /// On the frontier.
    Frontier,
    /// Expanded.
    Expanded,
    /// Found to lead nowhere.
    DeadEnd,
    /// The path.
    Path,
    /// A station.
    Station,
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// A wall that the robot has not seen yet.
    Unseen,
    /// Lines between cells.
    Line,
    /// Signs on start, goal and stations.
    Sign,
}

impl Ink {
    /// Every ink, in the order of its number.
    pub const ALL: [Self; 15] = [
        Self::Ground,
        Self::Rough,
        Self::Heavy,
        Self::Wall,
        Self::Earlier,
        Self::Frontier,
        Self::Expanded,
        Self::DeadEnd,
        Self::Path,
        Self::Station,
        Self::Start,
        Self::Goal,
        Self::Unseen,
        Self::Line,
        Self::Sign,
    ];

    /// Red, green, blue.
    #[must_use]
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Ground => [250, 249, 244],
            Self::Rough => [226, 214, 188],
            Self::Heavy => [188, 166, 126],
            Self::Wall => [52, 58, 70],
            Self::Earlier => [232, 234, 240],
            Self::Frontier => [255, 224, 150],
            Self::Expanded => [190, 216, 240],
            Self::DeadEnd => [244, 190, 184],
            Self::Path => [230, 110, 20],
            Self::Station => [38, 150, 90],
            Self::Start => [34, 98, 210],
            Self::Goal => [205, 45, 60],
            Self::Unseen => [214, 212, 206],
            Self::Line => [226, 225, 218],
            Self::Sign => [255, 255, 255],
        }
    }

    /// As `#rrggbb`.
    #[must_use]
    pub fn hex(self) -> String {
        let [red, green, blue] = self.rgb();
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_are_numbered_in_order() {
        for (number, ink) in Ink::ALL.into_iter().enumerate() {
            assert_eq!(ink as usize, number);
        }
    }
}
