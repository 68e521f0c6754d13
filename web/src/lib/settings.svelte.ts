// Preferences of the reader, kept in the browser.

export type Language = 'en' | 'zh';
export type Theme = 'system' | 'day' | 'night';
export type Notation = 'zh' | 'wxf' | 'iccs';
export type Pieces = 'characters' | 'simplified' | 'pictures';

interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  pieces: Pieces;
  notation: Notation;
  numbers: boolean;
  coordinates: boolean;
  /** Whether small points of a board must be tapped twice. */
  confirm: boolean;
  toured: string[];
  /** The address of the map that was open last; empty where none was changed or searched yet. */
  map: string;
}

const KEY = 'xun.settings';

function load(): Settings {
  const chinese = navigator.languages.some((tag) => tag.toLowerCase().startsWith('zh'));
  const usual: Settings = {
    language: chinese ? 'zh' : 'en',
    theme: 'system',
    sound: true,
    pieces: 'characters',
    notation: chinese ? 'zh' : 'wxf',
    numbers: true,
    coordinates: true,
    confirm: true,
    toured: [],
    map: '',
  };
  try {
    const saved = { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    const asked = new URLSearchParams(location.search).get('lang');
    if (asked === 'en' || asked === 'zh') saved.language = asked;
    return saved;
  } catch {
    return usual;
  }
}

export const settings = $state<Settings>(load());

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The light that the page is shown by, with `system` resolved. */
export const light = $state<{ now: 'day' | 'night' }>({ now: 'day' });

/** Shows the page by the chosen light; the styles know no other switch. */
function showLight(): void {
  light.now = settings.theme === 'system' ? (dark.matches ? 'night' : 'day') : settings.theme;
  document.documentElement.dataset.theme = light.now;
}
showLight();
dark.addEventListener('change', showLight);

/** Keeps the settings in the browser and on the page's root element; called once. */
export function keepSettings(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A private window may forbid it; the settings then last as long as the page.
    }
    document.documentElement.lang = settings.language === 'zh' ? 'zh-Hans' : 'en';
    showLight();
  });
}

/** The text of the reader's language. */
export function say(en: string, zh: string): string {
  return settings.language === 'zh' ? zh : en;
}

/** The half of a text from the server that the reader understands. */
export function words(both: { en: string; zh: string }): string {
  return settings.language === 'zh' ? both.zh : both.en;
}
