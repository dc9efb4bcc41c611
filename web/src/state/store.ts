/** What the browser remembers of this page: each tab its own, a new tab what was done last in any.
 *  Where it remembers nothing, the page works all the same. */

const PREFIX = "penstock.";
/** A lesson that embeds the page leaves alone what somebody does elsewhere. */
const guest = new URLSearchParams(location.search).get("embed") === "1";

export function recall<Kind>(key: string, otherwise: Kind): Kind {
  if (guest) return otherwise;
  try {
    const text = sessionStorage.getItem(PREFIX + key) ?? localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as Kind);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  if (guest) return;
  try {
    const text = JSON.stringify(value);
    sessionStorage.setItem(PREFIX + key, text);
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full, or forbidden: the work is still on the screen.
  }
}
