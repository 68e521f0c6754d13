//! Each refinement switched off in turn: what it saves in nodes, and what it is worth in games.

use super::{bars, item, match_measures, search_measures, search_values, table};
use crate::experiment::{Experiment, Figure, FigureKind, Item};
use crate::number::{elo, three_figures};
use crate::options::Options;
use crate::play::{Meeting, Stage, xiangqi_boards, xiangqi_openings, xiangqi_player};
use crate::results::Results;
use crate::task::{Reading, Task};
use std::sync::Arc;
use xun_arena::{Player, Setting};
use xun_game::Stop;
use xun_game::textbook::{CompiledSearch, Limits, MOST_DEPTH, Refinement, Refinements, Settings};
use xun_text::Text;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Rules;
use xun_xiangqi::textbook::HandEvaluation;

const NODES: &str = "nodes";
const GAMES: &str = "games";

pub(super) fn experiment() -> Experiment {
    let mut measures = search_measures();
    measures.extend(match_measures());
    Experiment {
        id: "ablation",
        title: Text::new("Each refinement switched off in turn", "逐项关闭改进"),
        question: Text::new(
            "What is each refinement of alpha-beta worth: in nodes to a depth, and in games?",
            "alpha-beta 的每项改进价值几何：以到达某深度的节点计，以对局胜负计？",
        ),
        method: Text::new(
            "The textbook search with everything on, and with one refinement off at a time. Nodes: \
             Xiangqi positions of six stages of our engine's games, searched to one depth. Games: \
             the crippled search against the complete one, both with the same nodes for each move, \
             from balanced random openings with both colours; a game not over after 90 plies is \
             judged by our engine (two pawns ahead win). Elo is the crippled player's, so the \
             lower, the more the refinement is worth; the bars end at 95 % confidence. Without \
             deepening the search goes straight to depth 4 and is cut off by its nodes.",
            "教科书搜索，全部改进打开，再每次关闭一项。节点：引擎自对弈中六个阶段的象棋局面，搜到同一深度。对局：缺一项者对完整者，每着节点数相同，\
             均衡的随机开局，双方互换先后；90 步未结束者由引擎裁定（领先两兵为胜）。Elo 是缺项一方的，越低说明该改进越有价值；误差线为 95% 置信区间。\
             不用迭代加深时直接搜索深度 4，由节点数截止。",
        ),
        groups: vec![
            item(NODES, "nodes to a depth", "到达深度的节点"),
            item(GAMES, "games", "对局"),
        ],
        problems: Vec::new(),
        variants: VARIANTS.iter().map(|(variant, _)| variant.clone()).collect(),
        measures,
        figures: vec![
            Figure {
                log_y: false,
                ..bars(
                    "nodes",
                    Text::new("Nodes to the same depth", "到达同一深度的节点"),
                    FigureKind::Bars,
                    &[NODES],
                    "nodes",
                )
            },
            bars(
                "elo",
                Text::new(
                    "Elo without it, against the complete search",
                    "缺该项时对完整搜索的 Elo",
                ),
                FigureKind::Bars,
                &[GAMES],
                "elo",
            ),
        ],
        tables: vec![
            table(
                Text::new("Search to one depth", "搜索到同一深度"),
                &[NODES],
                &["nodes", "time", "first", "branching"],
            ),
            table(
                Text::new("Games against the complete search", "对完整搜索的对局"),
                &[GAMES],
                &["elo", "plies"],
            ),
        ],
        alone: false,
        tasks,
        findings,
    }
}

const VARIANTS: [(Item, Option<Refinement>); 11] = [
    (item("complete", "complete", "完整"), None),
    (item("captures", "no captures first", "不先搜吃子"), Some(Refinement::Captures)),
    (item("killers", "no killers", "无杀手"), Some(Refinement::Killers)),
    (item("history", "no history", "无历史"), Some(Refinement::History)),
    (item("deepening", "no deepening", "无迭代加深"), Some(Refinement::Deepening)),
    (item("table", "no table", "无置换表"), Some(Refinement::Table)),
    (item("pvs", "no null windows (PVS)", "无零窗口（PVS）"), Some(Refinement::Pvs)),
    (item("aspiration", "no aspiration", "无期望窗口"), Some(Refinement::Aspiration)),
    (item("quiescence", "no quiescence", "无静态搜索"), Some(Refinement::Quiescence)),
    (item("null-move", "no null move", "无空着裁剪"), Some(Refinement::NullMove)),
    (item("late-moves", "no late-move reduction", "无后着减深"), Some(Refinement::LateMoves)),
];

fn settings(without: Option<Refinement>) -> Settings {
    let refinements = without.map_or(Refinements::ALL, |one| Refinements::ALL.without(one));
    Settings { table_mebibytes: 2, ..Settings::alpha_beta(refinements) }
}

fn tasks(options: &Options) -> Vec<Task> {
    let plies: &[usize] = options.sized(&[0, 8], &[0, 10, 20, 35, 55, 80]);
    let stages: Vec<Stage> = plies.iter().map(|&plies| Stage { name: NODES, plies }).collect();
    let depth = options.sized(3, 6);
    let mut tasks = Vec::new();
    for (_, position) in xiangqi_boards(&stages, options.seed) {
        let fen = position.to_fen();
        for (variant, without) in &VARIANTS {
            let (game, settings) = (XiangqiGame::new(position.clone()), settings(*without));
            tasks.push(Task {
                group: NODES,
                problem: fen.clone(),
                variant: variant.id,
                job: Box::new(move |stop| measure(&game, &settings, depth, stop)),
            });
        }
    }
    let openings = xiangqi_openings(options.sized(1, 40), options.seed.wrapping_add(1));
    let nodes = options.sized(200, 3000);
    for (variant, without) in VARIANTS.iter().filter(|(_, without)| without.is_some()) {
        let without = *without;
        let meeting = Meeting {
            setting: Setting::Xiangqi { rules: Rules::default() },
            group: GAMES,
            variant: variant.id,
            x: None,
            player: Arc::new(move || player(without, nodes)),
            opponent: Arc::new(move || player(None, nodes)),
        };
        tasks.extend(meeting.tasks(&openings));
    }
    tasks
}

fn player(without: Option<Refinement>, nodes: u64) -> Box<dyn Player> {
    // A search that does not deepen would never answer from a hundred plies.
    let depth = if without == Some(Refinement::Deepening) { 4 } else { MOST_DEPTH };
    let limits = Limits { depth, nodes: Some(nodes), time: None };
    xiangqi_player(HandEvaluation::default(), settings(without), limits)
}

fn measure(
    game: &XiangqiGame,
    settings: &Settings,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<Reading>> {
    let judge = HandEvaluation::default();
    let answer = game.search_with(&judge, settings, &Limits::depth(depth), stop, None);
    let values = search_values(&answer.statistics);
    (!answer.stopped).then(|| vec![Reading { values, ..Reading::default() }])
}

fn findings(results: &Results) -> Vec<Text> {
    let experiment = experiment();
    let mut said = Vec::new();
    let off = || experiment.variants.iter().skip(1);
    if let Some(nodes) = experiment.measure("nodes")
        && let Some(complete) = results.value(nodes, NODES, "complete")
    {
        let ratios = off().filter_map(|variant| {
            Some((variant, results.value(nodes, NODES, variant.id)?.value / complete.value))
        });
        if let Some((variant, ratio)) = ratios.max_by(|one, other| one.1.total_cmp(&other.1)) {
            let ratio = three_figures(ratio);
            said.push(Text::new(
                format!(
                    "In nodes, “{}” costs most: {ratio} times the complete search's.",
                    variant.name.en
                ),
                format!("以节点计，“{}”代价最大：为完整搜索的 {ratio} 倍。", variant.name.zh),
            ));
        }
    }
    if let Some(measure) = experiment.measure("elo") {
        let found =
            off().filter_map(|variant| Some((variant, results.value(measure, GAMES, variant.id)?)));
        let found: Vec<_> = found.collect();
        if let Some((variant, worst)) =
            found.iter().min_by(|one, other| one.1.value.total_cmp(&other.1.value))
        {
            let value = elo(worst.value);
            said.push(Text::new(
                format!("In games, “{}” costs most: {value} Elo.", variant.name.en),
                format!("以对局计，“{}”代价最大：{value} Elo。", variant.name.zh),
            ));
        }
        let certain: Vec<_> = found
            .iter()
            .filter(|(_, value)| value.interval.is_some_and(|(low, high)| high < -0.5 || low > 0.5))
            .collect();
        let names = |pick: fn(&Text) -> &str, comma: &str| {
            certain.iter().map(|(variant, _)| pick(&variant.name)).collect::<Vec<_>>().join(comma)
        };
        said.push(if certain.is_empty() {
            Text::new(
                "No difference is beyond the 95 % interval of these few games.",
                "这些对局太少，没有差别超出 95% 置信区间。",
            )
        } else {
            Text::new(
                format!(
                    "Beyond the 95 % interval: {}. The others cannot be told from no difference \
                     with so few games.",
                    names(|text| &text.en, ", ")
                ),
                format!(
                    "超出 95% 置信区间的有：{}。其余在这些对局内看不出差别。",
                    names(|text| &text.zh, "、")
                ),
            )
        });
    }
    said
}
