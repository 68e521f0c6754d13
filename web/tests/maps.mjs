// Maps in the browser tests: what the address holds, drawing, pasting and dropping.

import { boxOf, panel, stroke, until } from './stage.mjs';

/** Where the middle of a cell is on the screen. */
export async function placeOf(page, row, column) {
  const box = await boxOf(page, '.stack');
  const [left, top, size] = await page
    .locator('.stack')
    .first()
    .evaluate(({ dataset }) => [dataset.left, dataset.top, dataset.size].map(Number));
  return { x: box.x + left + (column + 0.5) * size, y: box.y + top + (row + 0.5) * size };
}

/** Pixels of a cell on the screen. */
export const cellSize = (page) =>
  page
    .locator('.stack')
    .first()
    .evaluate(({ dataset }) => Number(dataset.size));

/** The map as the address holds it. */
export const mapOf = (page) => new URL(page.url()).searchParams.get('map');

/** A map as the address is to hold it: a letter a cell (a wall, b free, c to j terrain, s station), runs counted. */
export const written = ({ rows, columns, start, goal, tank, cells }) =>
  `${rows}x${columns}-${start}-${goal}-${tank}-${cells.join('').replace(/(.)\1+/g, (run, letter) => letter + run.length)}`;

/** Draws on the page and on the sheet that it must come to. */
export function drawing(page, sheet) {
  const cell = (row, column) => placeOf(page, row, column);
  const like = (what) => until(() => mapOf(page) === written(sheet), what);
  const line = async (tool, letter, row, from, to) => {
    await page.click(`[data-test=tool-${tool}]`);
    await stroke(page, await cell(row, from), await cell(row, to));
    for (let column = from; column <= to && letter; column++)
      sheet.cells[row * sheet.columns + column] = letter;
    await like(tool);
  };
  return { cell, like, line };
}

export const plain = (rows, columns, goal) => ({
  rows,
  columns,
  start: 0,
  goal,
  tank: '',
  cells: Array(rows * columns).fill('b'),
});

export async function paste(page, map) {
  await panel(page, 'map');
  if (!(await page.locator('[data-test=paste]').isVisible())) await page.locator('summary').click();
  await page.fill('[data-test=paste]', map);
  await page.click('[data-test=read]');
}

/** Drops files on the page as a person does. */
export async function drop(page, files) {
  await page.evaluate((list) => {
    const data = new DataTransfer();
    for (const { name, content } of list)
      data.items.add(new File([Array.isArray(content) ? new Uint8Array(content) : content], name));
    window.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, files);
}
