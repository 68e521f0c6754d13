//! Refusals of questions about more than one path, and of bodies.

use crate::Message;
use xun_grid::{BodyError, QueryError};
use xun_text::Text;

impl Message for QueryError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Problem(error) => return error.text(),
            Self::NoCells { what } => {
                let what = if *what == "start" { "起点" } else { "终点" };
                format!("没有{what}；请至少给出一个")
            }
            Self::TooManyStops { found, most } => {
                format!("有 {found} 个途经点；最优顺序至多 {most} 个，给定顺序不限")
            }
            Self::WeightedTerrain => {
                "任意角度的路径只用于代价相同的地面；此地图有较贵的地面".to_owned()
            }
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for BodyError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Side(side) => format!("边长为 {side} 格的物体；应在 1 到 255 之间"),
            Self::Radius(radius) => format!("半径为 {radius} 的物体；应大于 0，至多 127 格"),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}
