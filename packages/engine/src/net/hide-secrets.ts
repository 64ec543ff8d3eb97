import { SECRET_MIN_CHARACTERS, WEBHOOK_HIDDEN_VALUE } from "@callwright/contract";

/** Length of all secrets in all encodings together. With more than that, no text is shown at all. */
const SECRETS_MAX_CHARACTERS = 200_000;

/**
 * A foreign text in a form that may be stored and shown: without the secrets of a request, which some servers send back. Values of headers count with
 * and without their scheme (`Bearer`), and all secrets in plain form, URL-encoded, in JSON and in base64. Takes time by the length of the text and of
 * the secrets, not by their product.
 */
export function hideSecrets(text: string, secrets: Iterable<string>, mark: string = WEBHOOK_HIDDEN_VALUE): string {
  const forms = new Set([...secrets].flatMap(formsOf).flatMap(encodingsOf));
  const hidden = [...forms].filter(({ length }) => length >= SECRET_MIN_CHARACTERS);
  if (hidden.length === 0) return text;
  if (hidden.reduce((sum, { length }) => sum + length, 0) > SECRETS_MAX_CHARACTERS) return mark;
  let shown = "";
  let end = 0;
  for (const span of spansOf(text, new Automaton(hidden))) {
    shown += text.slice(end, span.start) + mark;
    end = span.end;
  }
  return shown + text.slice(end);
}

/** A secret, and its contents: the token behind `Bearer`, the password of `Basic`. */
function formsOf(value: string): string[] {
  const secret = value.trim();
  const [, scheme = "", credentials] = /^([\w-]+) +(\S+)$/.exec(secret) ?? [];
  if (credentials === undefined) return [secret];
  if (scheme.toLowerCase() !== "basic") return [secret, credentials];
  const pair = Buffer.from(credentials, "base64").toString();
  return [secret, credentials, pair, pair.slice(pair.indexOf(":") + 1)];
}

function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Half a surrogate pair has no URL encoding.
  const whole = bytes.toString();
  const inUrl = new URLSearchParams({ "": secret }).toString().slice(1);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [secret, encodeURIComponent(whole), inUrl, inJson, base64, bytes.toString("base64url")];
}

interface Span {
  start: number;
  end: number;
}

/** The positions of secrets in the text, in order. Overlapping ones are one span. */
function spansOf(text: string, automaton: Automaton): Span[] {
  const spans: Span[] = [];
  let state = 0;
  for (let index = 0; index < text.length; index += 1) {
    state = automaton.next(state, text.charCodeAt(index));
    const length = automaton.lengthAt(state);
    if (length === 0) continue;
    const span = { start: index + 1 - length, end: index + 1 };
    for (let last = spans.at(-1); last && last.end > span.start; last = spans.at(-1)) {
      span.start = Math.min(span.start, last.start);
      spans.pop();
    }
    spans.push(span);
  }
  return spans;
}

/** Finds many words in one pass (Aho and Corasick, 1975). A state is the longest suffix of the text so far that is a prefix of a word. */
class Automaton {
  /** By state and character: the state whose suffix is longer by this character. */
  readonly #longer = new Map<number, number>();
  /** By state: the state of its next shorter suffix. */
  readonly #shorter: number[] = [0];
  /** By state: length of the longest word that its suffix ends with. */
  readonly #lengths: number[] = [0];

  constructor(words: readonly string[]) {
    const states: { parent: number; code: number; depth: number }[] = [{ parent: 0, code: 0, depth: 0 }];
    for (const word of words) {
      let state = 0;
      for (let index = 0; index < word.length; index += 1) {
        const code = word.charCodeAt(index);
        const key = keyOf(state, code);
        const known = this.#longer.get(key);
        if (known === undefined) {
          this.#longer.set(key, states.length);
          this.#lengths.push(0);
          this.#shorter.push(0);
          states.push({ parent: state, code, depth: index + 1 });
        }
        state = known ?? states.length - 1;
      }
      this.#lengths[state] = word.length;
    }
    const byDepth = [...states.keys()].slice(1).sort((a, b) => (states[a]?.depth ?? 0) - (states[b]?.depth ?? 0));
    for (const state of byDepth) {
      const { parent = 0, code = 0, depth = 0 } = states[state] ?? {};
      const shorter = depth === 1 ? 0 : this.next(this.#shorter[parent] ?? 0, code);
      this.#shorter[state] = shorter;
      this.#lengths[state] = Math.max(this.lengthAt(state), this.lengthAt(shorter));
    }
  }

  next(state: number, code: number): number {
    for (let from = state; ; from = this.#shorter[from] ?? 0) {
      const longer = this.#longer.get(keyOf(from, code));
      if (longer !== undefined) return longer;
      if (from === 0) return 0;
    }
  }

  lengthAt(state: number): number {
    return this.#lengths[state] ?? 0;
  }
}

const keyOf = (state: number, code: number) => state * 65_536 + code;
