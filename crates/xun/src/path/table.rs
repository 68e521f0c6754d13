//! Tables on the terminal: left-aligned words, right-aligned numbers, no frame to copy by accident.

use anstyle::Style;
use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};
use std::fmt::Write;
use std::ops::Range;

/// A table under these headings. The columns of `numbers` are aligned to the right.
pub(super) fn table(headings: &[&str], numbers: Range<usize>) -> Table {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─')
        .set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(headings);
    for index in numbers {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The table's lines without blanks at their ends, the headings in bold where there is colour.
pub(super) fn lines(table: &Table, colour: bool) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.trim_end();
        let _ = if colour && number == 0 {
            writeln!(text, "{bold}{line}{bold:#}")
        } else {
            writeln!(text, "{line}")
        };
    }
    text
}
