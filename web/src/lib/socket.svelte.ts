// One socket for the whole page: questions out, answers back by number. When the server goes away, open questions
// fail, the page says so, and the socket is opened again until it works.

import type { Answer, Ask, Question, Tell } from '../api';
import { Interrupted, Refused } from './errors';

const VERSION = 1;

interface Open {
  tell: ((answer: Answer) => void) | undefined;
  done: (answer: Answer) => void;
  fail: (error: Error) => void;
}

/** A question under way. */
export interface Asking {
  /** The last answer; fails with `Refused` or `Interrupted`. */
  done: Promise<Answer>;
  /** Asks the server to stop; the last answer still comes. */
  stop: () => void;
}

export const connection = $state({ up: false, lost: false, generation: 0 });

const open = new Map<number, Open>();
let socket: WebSocket | undefined;
let ready: Promise<WebSocket> | undefined;
let next = 1;
let delay = 200;

function connect(): Promise<WebSocket> {
  ready ??= new Promise((resolve) => {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/socket`;
    const made = new WebSocket(address);
    made.onopen = () => {
      socket = made;
      delay = 200;
      connection.up = true;
      connection.lost = false;
      connection.generation += 1;
      resolve(made);
    };
    made.onmessage = (event) => receive(JSON.parse(event.data));
    made.onclose = () => {
      const was = ready;
      socket = undefined;
      ready = undefined;
      connection.up = false;
      connection.lost = true;
      for (const one of open.values()) one.fail(new Interrupted('lost'));
      open.clear();
      delay = Math.min(delay * 1.6, 5000);
      // Questions that wait for this attempt get the next one.
      setTimeout(() => connect().then((again) => was && resolve(again)), delay);
    };
  });
  return ready;
}

function receive(tell: Tell): void {
  const one = open.get(tell.id);
  if (!one) return;
  if (tell.last) open.delete(tell.id);
  if (tell.tell.type === 'refusal') one.fail(new Refused(tell.tell));
  else if (tell.last) one.done(tell.tell);
  else one.tell?.(tell.tell);
}

/** Asks; `tell` hears every answer before the last. */
export function ask(question: Question, tell?: Open['tell']): Asking {
  const id = next++;
  let stopped = false;
  const done = new Promise<Answer>((resolve, reject) => {
    connect().then((ready) => {
      if (stopped) return reject(new Interrupted('stopped'));
      open.set(id, { tell, done: resolve, fail: reject });
      ready.send(JSON.stringify({ v: VERSION, id, ask: question } satisfies Ask));
    });
  });
  return {
    done,
    stop: () => {
      stopped = true;
      if (socket && open.has(id)) {
        socket.send(
          JSON.stringify({
            v: VERSION,
            id: next++,
            ask: { type: 'stop', target: id },
          } satisfies Ask),
        );
      }
    },
  };
}

/** Asks for one answer of a certain kind. */
export async function askFor<T extends Answer['type']>(
  question: Question,
  type: T,
): Promise<Extract<Answer, { type: T }>> {
  const answer = await ask(question).done;
  if (answer.type !== type) throw new Error(`expected ${type}, got ${answer.type}`);
  return answer as Extract<Answer, { type: T }>;
}
