//! `xun path trip`: trips with supplies as robots and vehicles have them, on maps and graphs.

use super::show::{self, Asked, Scenery, WatchOption};
use super::{pair, trip_text, write_explained};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::path::input::{self, InputOptions};
use crate::path::options::{self, MovesName};
use crate::path::text;
use crate::path::watch::recording::Recording;
use crate::usage_error::BadValue;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use xun_grid::format::Document;
use xun_grid::trip::{
    Charger, Graph, MapUses, Objective, Plan, TICKS, Trip, TripError, explain, plan,
};
use xun_grid::{Cell, Limits, Map, Moves, Path, Station, Supply};
use xun_messages::Message as _;

/// A node of a graph, or a cell of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Node(usize),
    Cell(Cell),
}

/// The quantity that a trip minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ObjectiveName {
    Distance,
    Time,
    Money,
}

/// Arguments of `xun path trip`.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags of a command")]
pub(crate) struct Arguments {
    /// Map file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file is a graph: lines FROM TO DISTANCE [TIME [USES]], or DIMACS (.gr)
    #[arg(long)]
    graph: bool,
    /// Start: a cell of a map or a node of a graph, counted from zero
    #[arg(long, value_parser = place, value_name = "PLACE")]
    from: Option<Place>,
    /// Goal: a cell of a map or a node of a graph, counted from zero
    #[arg(long, value_parser = place, value_name = "PLACE")]
    to: Option<Place>,
    /// Tank size instead of the file's T
    #[arg(long, value_name = "UNITS")]
    tank: Option<u32>,
    /// Units in the tank at the start (default: full)
    #[arg(long, value_name = "UNITS")]
    supply: Option<u32>,
    /// Units that must be left on every arrival
    #[arg(long, default_value = "0", value_name = "UNITS")]
    reserve: u32,
    /// Most stops at stations
    #[arg(long, value_name = "COUNT")]
    stops: Option<u32>,
    /// Return to the start after the goal
    #[arg(long = "return")]
    returns: bool,
    /// Quantity to minimise
    #[arg(long, value_enum, default_value = "distance", value_name = "NAME")]
    minimise: ObjectiveName,
    /// More stations, each with its price per unit (default: 0)
    #[arg(long, value_parser = station, num_args = 1.., value_name = "PLACE[=PRICE]")]
    station: Vec<(Place, u32)>,
    /// Time of a stop; a step over plain ground takes 1
    #[arg(long, default_value = "0", value_name = "TIME")]
    stop_time: u32,
    /// Time for each unit at a station
    #[arg(long, default_value = "0", value_name = "TIME")]
    unit_time: u32,
    /// Units that a straight and a diagonal step use on a map
    #[arg(long, value_parser = uses, default_value = "1,1", value_name = "UNITS,UNITS")]
    uses: (u32, u32),
    /// A step uses its units times the cost of the ground it enters
    #[arg(long)]
    uses_by_terrain: bool,
    /// Neighbours of a cell: 4, or 8 with diagonal steps of √2
    #[arg(long, short, value_enum, value_name = "COUNT")]
    moves: Option<MovesName>,
    /// With 8 moves, allow diagonal steps past a wall's corner
    #[arg(long)]
    cut_corners: bool,
    /// Explain why there is no plan and what would help, or how much could be spared
    #[arg(long)]
    explain: bool,
    /// Time limit in seconds
    #[arg(long, value_parser = options::seconds, value_name = "SECONDS")]
    time: Option<Duration>,
    /// Limit of expanded nodes
    #[arg(long, value_name = "COUNT")]
    nodes: Option<u64>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    watch: WatchOption,
}

fn place(text: &str) -> Result<Place, BadValue> {
    match (text.trim().parse(), input::cell(text)) {
        (Ok(node), _) => Ok(Place::Node(node)),
        (_, Ok(cell)) => Ok(Place::Cell(cell)),
        _ => Err(BadValue::new(
            "expected a node such as 7 or a cell ROW,COL such as 1,0",
            "应为节点（如 7）或格子 行,列（如 1,0）",
        )),
    }
}

fn station(text: &str) -> Result<(Place, u32), BadValue> {
    let (at, price) = text.split_once('=').unwrap_or((text, "0"));
    let price: Result<u32, _> = price.parse();
    match (place(at), price) {
        (Ok(at), Ok(price)) => Ok((at, price)),
        _ => Err(BadValue::new(
            "expected a node or a cell, and perhaps a price: 7=3 or 1,0=3",
            "应为节点或格子，可带价格：7=3 或 1,0=3",
        )),
    }
}

fn uses(text: &str) -> Result<(u32, u32), BadValue> {
    match text.split_once(',').map(|(one, other)| (one.parse(), other.parse())) {
        Some((Ok(straight), Ok(diagonal))) => Ok((straight, diagonal)),
        _ => Err(BadValue::new("expected two numbers such as 10,14", "应为两个数，例如 10,14")),
    }
}

/// The graph of a file with its stations, and what is known of the trip.
struct Setting {
    graph: Graph,
    /// The map and its stations; none for a graph.
    map: Option<(Map, Vec<Station>)>,
    start: Option<usize>,
    goal: Option<usize>,
    tank: Option<u32>,
    /// Ticks of one unit of distance or time.
    ticks: u64,
}

/// Runs the command.
pub(in crate::path) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let name = input::shown(&arguments.file, language);
    let setting = setting(arguments, language)?;
    let need = |value: Option<usize>, english: &str, chinese: &str| {
        value.ok_or_else(|| anyhow!("{name}: {}", language.pick(english, chinese)))
    };
    let start =
        need(setting.start, "no start; give one with --from", "没有起点；请用 --from 给出")?;
    let goal = need(setting.goal, "no goal; give one with --to", "没有终点；请用 --to 给出")?;
    let tank = arguments.tank.or(setting.tank).ok_or_else(|| {
        let why = language.pick("no tank; give its size with --tank", "没有容量；请用 --tank 给出");
        anyhow!("{name}: {why}")
    })?;
    let trip = Trip {
        supply: arguments.supply.unwrap_or(tank),
        reserve: arguments.reserve,
        stops: arguments.stops,
        returns: arguments.returns,
        objective: match arguments.minimise {
            ObjectiveName::Distance => Objective::Distance,
            ObjectiveName::Time => Objective::Time,
            ObjectiveName::Money => Objective::Money,
        },
        ..Trip::new(start, goal, tank)
    };
    let deadline = arguments.time.and_then(|time| Instant::now().checked_add(time));
    let stop = Some(context.stop.flag());
    let limits = Limits { stop, expansions: arguments.nodes, deadline };
    let refused = |error: TripError| anyhow!("{name}: {}", error.text().pick(language));
    if arguments.watch.watch {
        let recording = recorded(&setting, (trip, tank), &limits, &name, language)?;
        return crate::path::watch::show(recording, &name, (10, true), context);
    }
    let reply = plan(&setting.graph, &trip, &limits).map_err(refused)?;
    let explanation = if arguments.explain {
        let explanation = explain(&setting.graph, &trip).map_err(refused)?;
        Some((trip_text::json(&explanation), trip_text::text(&explanation, &trip, language)))
    } else {
        None
    };
    write_explained(
        (arguments.json, &name),
        &reply,
        explanation,
        context,
        |plan| object(&setting, plan),
        |out, plan| lines(out, &setting, plan),
    )
}

/// Records the search of a trip over a map.
fn recorded(
    setting: &Setting,
    (trip, tank): (Trip, u32),
    limits: &Limits<'_>,
    name: &str,
    language: Language,
) -> anyhow::Result<Recording> {
    let Some((map, stations)) = setting.map.clone() else {
        bail!("{name}: {}", language.pick("a graph has no picture", "图无法绘制"));
    };
    let ends = (map.cell(trip.start), map.cell(trip.goal));
    let supply = Some(Supply { tank, stations });
    let scenery = Scenery { map: &map, supply, ends };
    let asked = Asked::Trip { graph: setting.graph.clone(), trip };
    show::record(&scenery, &asked, Moves::Four, limits, language)
        .map_err(|error| anyhow!("{name}: {}", error.text().pick(language)))
}

fn setting(arguments: &Arguments, language: Language) -> anyhow::Result<Setting> {
    if arguments.graph {
        return of_graph(arguments, &input::bytes(&arguments.file, language)?, language);
    }
    // Side files with ends and prices count as for the other commands.
    let (mut document, from, to) =
        input::document(&arguments.file, &InputOptions::default(), language)?;
    (document.start, document.goal) = (from.or(document.start), to.or(document.goal));
    of_map(arguments, &document, language)
}

fn of_graph(arguments: &Arguments, bytes: &[u8], language: Language) -> anyhow::Result<Setting> {
    let options = arguments.moves.is_some() || arguments.cut_corners || arguments.uses_by_terrain;
    if options || arguments.uses != (1, 1) {
        bail!(language.pick(
            "--moves, --cut-corners, --uses and --uses-by-terrain are for maps; a graph's roads \
             say what they use",
            "--moves、--cut-corners、--uses 与 --uses-by-terrain 只用于地图；图的道路自带消耗"
        ));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| anyhow!(language.pick("the file is not text", "文件不是文本")))?;
    let mut graph: Graph = text
        .parse()
        .map_err(|fault: xun_grid::trip::GraphFault| anyhow!("{}", fault.text().pick(language)))?;
    let node = |place: Place| match place {
        Place::Node(node) => Ok(node),
        Place::Cell(_) => {
            Err(anyhow!(language.pick("a graph has nodes, not cells", "图只有节点，没有格子")))
        }
    };
    let (stop_time, unit_time) = (arguments.stop_time.into(), arguments.unit_time.into());
    for &(place, price) in &arguments.station {
        graph
            .set_charger(node(place)?, Charger { price: price.into(), stop_time, unit_time })
            .map_err(|error| anyhow!("{}", error.text().pick(language)))?;
    }
    let (start, goal) =
        (arguments.from.map(node).transpose()?, arguments.to.map(node).transpose()?);
    Ok(Setting { graph, map: None, start, goal, tank: None, ticks: 1 })
}

fn of_map(
    arguments: &Arguments,
    document: &Document,
    language: Language,
) -> anyhow::Result<Setting> {
    let map = &document.map;
    let moves = match (arguments.moves, arguments.cut_corners) {
        (Some(MovesName::Four), _) | (None, false) => Moves::Four,
        (_, true) => Moves::EightCutting,
        (Some(MovesName::Eight), false) => Moves::Eight,
    };
    let node = |place: Place| match place {
        Place::Cell(cell) if map.is_open(cell) => Ok(map.index(cell)),
        Place::Cell(cell) => match language {
            Language::English => Err(anyhow!("{cell} is a wall or outside the map")),
            Language::Chinese => Err(anyhow!("{cell} 是墙或在地图之外")),
        },
        Place::Node(_) => Err(anyhow!(language.pick(
            "a map has cells ROW,COL; nodes are for --graph",
            "地图用格子 行,列；节点用于 --graph"
        ))),
    };
    let marked = document.supply.iter().flat_map(|supply| &supply.stations);
    let mut stations: Vec<Station> = marked.copied().collect();
    for &(place, price) in &arguments.station {
        let cell = map.cell(node(place)?);
        stations.push(Station { cell, price });
    }
    let (straight, diagonal) = arguments.uses;
    let uses = MapUses {
        straight,
        diagonal,
        by_terrain: arguments.uses_by_terrain,
        stop_time: arguments.stop_time,
        unit_time: arguments.unit_time,
    };
    let graph = Graph::with_stations(map, moves, &stations, &uses)
        .map_err(|error| anyhow!("{}", error.text().pick(language)))?;
    let start = match arguments.from {
        Some(place) => Some(node(place)?),
        None => document.start.map(|cell| map.index(cell)),
    };
    let goal = match arguments.to {
        Some(place) => Some(node(place)?),
        None => document.goal.map(|cell| map.index(cell)),
    };
    let tank = document.supply.as_ref().map(|supply| supply.tank);
    Ok(Setting { map: Some((map.clone(), stations)), start, goal, tank, ticks: TICKS, graph })
}

impl Setting {
    fn cell(&self, node: usize) -> Option<Cell> {
        self.graph.cell(node)
    }

    /// A node of a graph, or the cell of a map.
    fn place_json(&self, node: usize) -> Value {
        self.cell(node).map_or(json!(node), |cell| json!(pair(cell)))
    }

    fn units(&self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks as f64
    }
}

fn object(setting: &Setting, plan: &Plan) -> Value {
    let places: Vec<Value> = plan.nodes.iter().map(|&node| setting.place_json(node)).collect();
    let stop = |stop: &xun_grid::trip::ChargingStop| {
        let (at, units, arrival) = (stop.at, stop.units, stop.arrival);
        json!({
            "at": at, "place": setting.place_json(stop.node), "units": units, "arrival": arrival
        })
    };
    json!({
        "distance": setting.units(plan.distance),
        "time": setting.units(plan.time),
        "money": plan.money,
        "left": plan.left,
        "places": places,
        "stops": plan.stops.iter().map(stop).collect::<Vec<_>>(),
    })
}

fn lines(out: &mut dyn std::io::Write, setting: &Setting, plan: &Plan) -> std::io::Result<()> {
    writeln!(out, "{}", plan.nodes.len() - 1)?;
    let cells: Option<Vec<Cell>> = plan.nodes.iter().map(|&node| setting.cell(node)).collect();
    if let Some(cells) = cells {
        let path = Path { cells, cost: 0.0 };
        writeln!(out, "{}", path.letters().unwrap_or_else(|| text::compass(&path)))?;
    } else {
        let nodes: Vec<String> = plan.nodes.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", nodes.join(" "))?;
    }
    let (distance, time) = (setting.units(plan.distance), setting.units(plan.time));
    let (distance, time) = (text::number(distance), text::number(time));
    writeln!(out, "distance {distance} time {time} money {} left {}", plan.money, plan.left)?;
    for stop in &plan.stops {
        let place = match setting.cell(stop.node) {
            Some(cell) => format!("{} {}", cell.row, cell.column),
            None => stop.node.to_string(),
        };
        writeln!(out, "stop {place} units {} arrival {}", stop.units, stop.arrival)?;
    }
    Ok(())
}
