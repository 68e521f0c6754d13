//! The laws of every experiment that ships, at quick size.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use xun_game::Stop;
use xun_lab::{
    Event, Experiment, Language, Options, Results, Row, Size, catalogue, find, plots, run, store,
};

fn quick(seed: u64, threads: usize) -> Options {
    Options { seed, threads, size: Size::Quick, ..Options::default() }
}

fn silently(experiment: &Experiment, options: &Options) -> Results {
    run(experiment, options, &Stop::new(), &mut |_| {})
}

/// Everything once, for the tests that only look.
static ALL: LazyLock<Vec<Results>> = LazyLock::new(|| {
    catalogue().iter().map(|experiment| silently(experiment, &quick(1, 2))).collect()
});

/// A row without what the seed does not repeat.
fn exact(
    experiment: &Experiment,
    row: &Row,
) -> (String, String, String, Option<u64>, BTreeMap<String, u64>) {
    let repeats = |id: &String| experiment.measure(id).is_some_and(|measure| measure.exact);
    let values = row
        .values
        .iter()
        .filter(|(id, _)| repeats(id))
        .map(|(id, value)| (id.clone(), value.to_bits()));
    (
        row.group.clone(),
        row.problem.clone(),
        row.variant.clone(),
        row.x.map(f64::to_bits),
        values.collect(),
    )
}

#[test]
fn the_seed_repeats_every_count_whatever_the_threads() {
    for (experiment, known) in catalogue().iter().zip(ALL.iter()) {
        let again = silently(experiment, &quick(1, 1));
        assert!(known.complete && again.complete, "{}", experiment.id);
        assert!(!known.rows.is_empty(), "{} measured nothing", experiment.id);
        let of = |results: &Results| {
            results.rows.iter().map(|row| exact(experiment, row)).collect::<Vec<_>>()
        };
        assert_eq!(of(known), of(&again), "{}", experiment.id);
    }
}

#[test]
fn another_seed_asks_other_problems() {
    let experiment = find("heuristics").expect("it ships");
    let (one, other) = (silently(experiment, &quick(1, 2)), silently(experiment, &quick(2, 2)));
    let counts = |results: &Results| {
        results.rows.iter().map(|row| exact(experiment, row)).collect::<Vec<_>>()
    };
    assert_ne!(counts(&one), counts(&other));
}

#[test]
fn descriptions_and_rows_fit_together() {
    for (experiment, results) in catalogue().iter().zip(ALL.iter()) {
        let id = experiment.id;
        for row in &results.rows {
            assert!(
                experiment.groups.iter().any(|group| group.id == row.group),
                "{id}: group {}",
                row.group
            );
            assert!(
                experiment.variants.iter().any(|one| one.id == row.variant),
                "{id}: {}",
                row.variant
            );
            for measure in row.values.keys() {
                assert!(experiment.measure(measure).is_some(), "{id}: measure {measure}");
            }
        }
        for figure in &experiment.figures {
            assert!(experiment.measure(figure.measure).is_some(), "{id}: figure {}", figure.id);
        }
        let shown = plots(results, Language::English);
        assert_eq!(
            shown.len(),
            experiment.figures.len(),
            "{id}: every figure has something to show"
        );
        assert!(!experiment.findings(results).is_empty(), "{id} says something");
        let texts = [&experiment.title, &experiment.question, &experiment.method];
        assert!(texts.iter().all(|text| !text.en.is_empty() && !text.zh.is_empty()), "{id}");
        let chinese = |text: &str| text.chars().any(|letter| letter > '\u{2e80}');
        assert!(
            texts.iter().all(|text| !chinese(&text.en) && chinese(&text.zh)),
            "{id}: languages"
        );
    }
}

#[test]
fn exact_refinements_and_threads_agree_on_the_value() {
    let threads = ALL.iter().find(|results| results.experiment == "threads").expect("it ships");
    let mut values: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &threads.rows {
        let value = row.values["value"].to_bits();
        assert_eq!(
            *values.entry(&row.problem).or_insert(value),
            value,
            "{} {}",
            row.problem,
            row.variant
        );
    }
}

#[test]
fn events_come_in_their_order() {
    let experiment = find("memory").expect("it ships");
    let mut events = Vec::new();
    let results = run(experiment, &quick(3, 2), &Stop::new(), &mut |event| {
        events.push(event.clone());
    });
    let Some(Event::Began { total, .. }) = events.first() else { panic!("{:?}", events.first()) };
    assert!(matches!(events.last(), Some(Event::Ended { complete: true, .. })));
    let mut expected = 1;
    let mut rows = 0;
    for event in &events[1..events.len() - 1] {
        match event {
            Event::Row { .. } => rows += 1,
            Event::Progress { done, total: all, .. } => {
                assert_eq!((*done, all), (expected, total));
                expected += 1;
            }
            other => panic!("{other:?} in the middle"),
        }
    }
    assert_eq!((expected - 1, rows), (*total, results.rows.len()));
    let text = serde_json::to_string(&events).expect("events are plain data");
    assert_eq!(serde_json::from_str::<Vec<Event>>(&text).expect("and come back"), events);
}

#[test]
fn a_raised_flag_stops_and_keeps_what_there_is() {
    let experiment = find("heuristics").expect("it ships");
    let stop = Stop::new();
    let mut ended = None;
    let results = run(experiment, &quick(1, 1), &stop, &mut |event| match event {
        Event::Progress { done: 3, .. } => stop.stop(),
        Event::Ended { complete, .. } => ended = Some(*complete),
        _ => {}
    });
    assert_eq!((results.complete, ended), (false, Some(false)));
    assert!(
        results.rows.len() >= 3 && results.rows.len() < ALL[0].rows.len(),
        "{}",
        results.rows.len()
    );
    let before = Stop::new();
    before.stop();
    assert!(run(experiment, &quick(1, 2), &before, &mut |_| {}).rows.is_empty());
}

#[test]
fn stored_results_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for (experiment, results) in catalogue().iter().zip(ALL.iter()) {
        let path = folder.path().join("deep/er");
        let files = store::save(&path, results, experiment).expect("written");
        assert_eq!(store::load(&path, experiment.id).expect("read").as_ref(), Some(results));
        let text = std::fs::read_to_string(&files[1]).expect("the table is there");
        assert_eq!(store::rows_of_csv(&text), results.rows, "{}", experiment.id);
    }
    assert_eq!(store::load(folder.path(), "missing").expect("that is no error"), None);
    std::fs::write(folder.path().join("bad.json"), "{\"rows\": 3").expect("written");
    let error = store::load(folder.path(), "bad").expect_err("that is no result");
    assert!(error.to_string().contains("bad.json"), "{error}");
}

#[test]
fn a_course_without_its_file_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = || xun_lab::CourseData::read(folder.path());
    assert!(read().expect_err("nothing there").to_string().contains("tables.json"));
    std::fs::write(folder.path().join("tables.json"), "{}").expect("written");
    assert!(read().expect_err("no tables").to_string().contains("need two"));
    std::fs::write(folder.path().join("tables.json"), "[").expect("written");
    assert!(read().expect_err("no JSON").to_string().contains("tables.json"));
}
