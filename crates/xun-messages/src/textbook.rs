//! The textbook searches: refinements, and the reason of a cut-off.

use crate::Message;
use xun_game::textbook::trace::Cut;
use xun_game::textbook::{Refinement, UnknownAlgorithm};
use xun_text::Text;

impl Message for Refinement {
    /// The name, as short as on a switch.
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Captures => "先搜吃子",
            Self::Killers => "杀手着法",
            Self::History => "历史启发",
            Self::Deepening => "迭代加深",
            Self::Table => "置换表",
            Self::Pvs => "零窗口",
            Self::Aspiration => "期望窗口",
            Self::Quiescence => "静态搜索",
            Self::NullMove => "空着裁剪",
            Self::LateMoves => "后着减深",
            Self::ParallelRoot => "根节点并行",
            Self::ParallelTable => "共享置换表",
        };
        Text::new(self.name(), chinese)
    }
}

impl Message for UnknownAlgorithm {
    fn text(&self) -> Text {
        let chinese = format!("未知算法 {:?}；应为 minimax 或 alpha-beta", self.0);
        Text::new(self.to_string(), chinese)
    }
}

impl Message for Cut {
    fn text(&self) -> Text {
        let Self { end, bound, set_by, by, gives, left_out } = self;
        let name = end.letter();
        let origin = match set_by {
            Some(setter) => format!("{name} = {bound} 由 {} 定下", setter.chosen),
            None => format!("{name} = {bound} 为窗口边界"),
        };
        let chinese = format!("{origin}；应着 {by} 已得 {gives}：略去 {left_out} 着");
        Text::new(self.to_string(), chinese)
    }
}

/// One sentence about a refinement.
pub fn about(refinement: Refinement) -> Text {
    let (en, zh) = match refinement {
        Refinement::Captures => ("captures first, the richest first", "先搜吃子，吃大子在前"),
        Refinement::Killers => {
            ("then quiet moves that cut off a sibling", "再搜曾在同层造成剪枝的杀手着法")
        }
        Refinement::History => {
            ("then quiet moves by how often they cut off anywhere", "其余着法按历史剪枝次数排序")
        }
        Refinement::Deepening => {
            ("search depth 1, 2, 3… and let each order the next", "迭代加深，前一层为后一层排序")
        }
        Refinement::Table => {
            ("remember positions reached by another way", "置换表，记住换序到达的局面")
        }
        Refinement::Pvs => {
            ("a null window for every move but the first", "主变例搜索，首着之后用零窗口")
        }
        Refinement::Aspiration => {
            ("a narrow window around the last score", "期望窗口，以上次得分为中心")
        }
        Refinement::Quiescence => {
            ("play captures out before judging", "静态搜索，吃子告一段落再评估")
        }
        Refinement::NullMove => {
            ("if even a pass is too good, stop here", "空着裁剪，停一着仍过好则不再搜")
        }
        Refinement::LateMoves => ("late quiet moves less deeply first", "靠后的平静着法先浅搜"),
        Refinement::ParallelRoot => ("one task for each root move", "根节点并行，每个着法一个任务"),
        Refinement::ParallelTable => ("several threads share one table", "多线程共享置换表"),
    };
    Text::fixed(en, zh)
}
