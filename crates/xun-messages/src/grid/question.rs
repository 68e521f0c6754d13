//! Refusals of questions about more than one path, of bodies and of trips.

use crate::Message;
use xun_grid::trip::{
    GraphError, GraphFault, GraphFaultKind, MAX_NODES, MAX_ROADS, MAX_UNITS, TripError,
};
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
            Self::Trip(error) => return error.text(),
            Self::WeightedAgents => "多个体规划只用于代价相同的地面；此地图有较贵的地面".to_owned(),
            Self::SharedStart { cell } => {
                format!("有两个个体都从 {cell} 出发；每个应有自己的格子")
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

fn no_node(node: usize, nodes: usize) -> String {
    format!("没有节点 {node}；图有 {nodes} 个节点，从 0 数起")
}

impl Message for TripError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::NoNode { node, nodes } => no_node(*node, *nodes),
            Self::Tank(tank) => format!("容量为 {tank}；至多 {MAX_UNITS}"),
            Self::Supply { supply, tank } => format!("出发时有 {supply} 单位；容量只有 {tank}"),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for GraphError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::NoNode { node, nodes } => no_node(*node, *nodes),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for GraphFault {
    fn text(&self) -> Text {
        let what = match &self.kind {
            GraphFaultKind::Fields(count) => {
                format!("应为 起点 终点 距离 [时间 [消耗]]，却有 {count} 项")
            }
            GraphFaultKind::Number(found) => format!("应为至多 4294967295 的整数，却是 {found:?}"),
            GraphFaultKind::Line(found) => {
                format!("应为 c、p sp 节点数 弧数 或 a 起点 终点 长度，却是 {found:?}")
            }
            GraphFaultKind::Node { node, first, last } => {
                format!("节点 {node} 不在 {first} 到 {last} 之间")
            }
            GraphFaultKind::Arcs { declared, found } => {
                format!("共有 {found} 条弧，而 p sp 一行写明 {declared} 条")
            }
            GraphFaultKind::TooLarge => {
                format!("超过 {MAX_NODES} 个节点或 {MAX_ROADS} 条道路")
            }
            GraphFaultKind::Empty => "没有道路".to_owned(),
            other => other.to_string(),
        };
        Text::new(self.to_string(), format!("第 {} 行：{what}", self.line))
    }
}
