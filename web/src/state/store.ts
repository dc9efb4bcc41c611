/** What the browser remembers of this page; where it remembers nothing, the page works all the same. */

const PREFIX = "penstock.";

export function recall<Kind>(key: string, otherwise: Kind): Kind {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as Kind);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the work is still on the screen.
  }
}
