// A cell of the map in words.

import { say } from '../../lib/settings.svelte';
import { FREE, WALL, type Grid } from './map';
import { Status } from './trace';

export function cellWords(grid: Grid, cell: number): string {
  if (cell === grid.start) return say('start', '起点');
  if (cell === grid.goal) return say('goal', '终点');
  const ground = grid.cells[cell]!;
  if (ground === WALL) return say('wall', '墙');
  const terrain = say(`terrain, cost ${ground}`, `地形，代价 ${ground}`);
  const price = grid.stations.get(cell);
  if (price === undefined) return ground === FREE ? say('free', '空地') : terrain;
  const station = price
    ? say(`station, ${price} a unit`, `补给站，单价 ${price}`)
    : say('station', '补给站');
  return ground === FREE ? station : `${station}; ${terrain}`;
}

export function statusWords(status: number = Status.None): string {
  return [
    say('not seen', '未访问'),
    say('frontier', '边界'),
    say('expanded', '已扩展'),
    say('reopened', '重新打开'),
    say('dead end', '死路'),
  ][status]!;
}
