// Phases of a match in words.

import type { MatchPhase } from '../../../api';
import type { Text } from '../../../lib/text';

export const phases: Record<MatchPhase, Text> = {
  preparing: { en: 'preparing', zh: '准备中' },
  running: { en: 'running', zh: '进行中' },
  stopping: { en: 'stopping', zh: '正在停止' },
  stopped: { en: 'stopped', zh: '已停止' },
  finished: { en: 'finished', zh: '已结束' },
  decided: { en: 'decided', zh: '已有结论' },
  failed: { en: 'failed', zh: '失败' },
};
