//! The report: whole, self-contained, in both languages.

use std::sync::LazyLock;
use xun_game::Stop;
use xun_lab::{Language, Options, Results, Size, catalogue, plots, report, run};

static ALL: LazyLock<Vec<Results>> = LazyLock::new(|| {
    let options = Options { size: Size::Quick, ..Options::default() };
    catalogue()
        .iter()
        .map(|experiment| run(experiment, &options, &Stop::new(), &mut |_| {}))
        .collect()
});

/// Tags open and close in their order; those that HTML leaves open are none of ours but these.
fn assert_well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let end = rest.find('>').expect("every tag ends");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        let name = tag.split_whitespace().next().unwrap_or_default();
        if name.starts_with('!') || tag.ends_with('/') || name == "meta" {
            continue;
        }
        if let Some(closed) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "near {:?}", &rest[..rest.len().min(80)]);
        } else {
            open.push(name);
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("the style ends")..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn the_page_is_whole_and_fetches_nothing() {
    for language in [Language::English, Language::Chinese] {
        let page = report::html(&ALL, language);
        assert_well_formed(&page);
        for outside in ["src=", "@import", "url(", "<script", "<link", "href=\"http", "//cdn"] {
            assert!(!page.contains(outside), "{outside}");
        }
        // The only address in it is the name of SVG's namespace, which is not fetched.
        let addresses = page.matches("http").count();
        assert_eq!(addresses, page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
        for (experiment, results) in catalogue().iter().zip(ALL.iter()) {
            assert!(page.contains(&format!("id=\"{}\"", experiment.id)));
            assert!(page.contains(&results.command()), "{}", results.command());
            for plot in plots(results, language) {
                assert!(page.contains(&plot.svg));
            }
        }
        assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
        assert!(page.contains(&ALL[0].machine.processor));
    }
}

#[test]
fn each_language_speaks_for_itself() {
    let (english, chinese) =
        (report::html(&ALL, Language::English), report::html(&ALL, Language::Chinese));
    let is_chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let body = english.split("</style>").nth(1).expect("a body");
    assert_eq!(body.chars().filter(|letter| is_chinese(*letter)).count(), 0);
    assert!(chinese.chars().filter(|letter| is_chinese(*letter)).count() > 1000);
    for experiment in catalogue() {
        assert!(chinese.contains(&*experiment.title.zh) && english.contains(&*experiment.title.en));
    }
}

#[test]
fn markdown_shows_the_pictures_it_comes_with() {
    let (text, pictures) = report::markdown(&ALL[..1], Language::Chinese, "plots");
    assert_eq!(pictures.len(), catalogue()[0].figures.len());
    for picture in &pictures {
        assert!(text.contains(&format!("(plots/{})", picture.name)), "{}", picture.name);
        if picture.bytes.starts_with(b"<svg ") {
            println!("no font with Chinese letters is installed: the pictures are SVG");
            assert_eq!(picture.name.split('.').nth(1), Some("svg"));
            continue;
        }
        assert_eq!(&picture.bytes[..8], b"\x89PNG\r\n\x1a\n");
        let width = u32::from_be_bytes(picture.bytes[16..20].try_into().expect("four bytes"));
        assert_eq!(width, 1520, "{}", picture.name);
    }
}

#[test]
fn a_report_of_nothing_is_still_a_page() {
    assert_well_formed(&report::html(&[], Language::English));
    let unknown = Results { experiment: "gone".into(), rows: Vec::new(), ..ALL[0].clone() };
    assert_well_formed(&report::html(std::slice::from_ref(&unknown), Language::English));
    assert!(plots(&unknown, Language::English).is_empty());
    let empty = Results { rows: Vec::new(), complete: false, ..ALL[0].clone() };
    let page = report::html(std::slice::from_ref(&empty), Language::English);
    assert!(page.contains("stopped before its end"));
}
