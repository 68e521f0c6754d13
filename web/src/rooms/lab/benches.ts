// The three benches of the lab by name and title.

import { say } from '../../lib/settings.svelte';

export const benchTitles = (): { name: string; title: string }[] => [
  { name: 'tree', title: say('Game trees', '博弈树') },
  { name: 'matches', title: say('Matches', '比赛') },
  { name: 'experiments', title: say('Experiments', '实验') },
];
