import type { DateVariable } from "@callwright/contract";
import { filters, Liquid } from "liquidjs";

/** A template that could not be rendered, and was used as written. */
export interface TemplateProblem {
  /** Where it stands: `prompt`, `firstMessage`, `say` … */
  where: string;
  /** Liquid's own words: what is wrong, with line and column. Holds a line of the template, so it is not for the log. */
  message: string;
}

export interface TemplateOptions {
  variableValues: Record<string, unknown>;
  now: () => Date;
  onProblem?: ((problem: TemplateProblem) => void) | undefined;
}

/** Renders prompts and messages. `where` names the template in a problem report; `values` are for this text alone. */
export type RenderTemplate = (text: string, where: string, values?: Record<string, unknown>) => string;

const UTC = "UTC";
/**
 * Bounds for a hostile template, which is rendered on the thread that carries the sound of other calls, or the answers of other chats.
 * A stall of 150 ms is audible: rendering takes less, with room for a machine that is busy with something else.
 */
const RENDER_LIMIT_MS = 100;
/** What is rendered in one go, as the messages of a prompt are, has this long together. */
const TOGETHER_LIMIT_MS = 300;
/** How Liquid's message about the first limit begins. */
const TOO_SLOW = "template render limit exceeded";
/**
 * Liquid's own count: characters a filter makes, entries of a list. A range counts all its numbers before the first is made. Filters
 * cannot be interrupted: one that sorts this many entries takes about as long as rendering may.
 */
const MEMORY_LIMIT = 200_000;
/** Parsing cannot be interrupted either. Templates are not longer than this, in characters: twenty times a long prompt. */
const PARSE_LIMIT = 200_000;
/** What takes time to parse are tags and outputs: about 50 µs each, and more with many filters. */
const TAGS_LIMIT = 500;
const TAG_CHARACTERS_LIMIT = 20_000;
/** A short template can say a long value many times. In characters. */
const OUTPUT_LIMIT = 1_000_000;

/**
 * LiquidJS with the platform's variables: `now`, `date`, `time`, `month`, `day`, `year` in UTC, under the caller's values, and the
 * `date` filter on the platform's clock with IANA zones. No files, no prototypes. A template that fails is returned as written.
 */
export function createTemplateRenderer({ variableValues, now, onProblem }: TemplateOptions): RenderTemplate {
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    timezoneOffset: UTC,
    memoryLimit: MEMORY_LIMIT,
    parseLimit: PARSE_LIMIT,
  });
  const formatDate = filters.date;
  if (typeof formatDate !== "function") throw new Error("LiquidJS has no date filter");
  liquid.registerFilter("date", function date(value: unknown, ...formatAndZone: unknown[]) {
    const at = now();
    const isNow = value === "now" || value === "today" || value === dateVariables(at).now;
    return formatDate.call(this, isNow ? at : value, ...formatAndZone);
  });
  const stopwatch = createTickStopwatch();
  const renderInTime = (text: string, variables: object) =>
    stopwatch.run((spentMs) => {
      const renderLimit = Math.min(RENDER_LIMIT_MS, TOGETHER_LIMIT_MS - spentMs);
      if (renderLimit <= 0) throw new Error(TOO_SLOW);
      return String(liquid.parseAndRenderSync(text, variables, { renderLimit }));
    });
  return (text, where, values) => {
    if (!text.includes("{{") && !text.includes("{%")) return text;
    try {
      requireParsable(text);
      const variables = { ...dateVariables(now()), ...variableValues, ...values };
      // On a busy machine a short template may time out; the retry is fast.
      const rendered = retryTimeout(() => renderInTime(text, variables));
      if (rendered.length > OUTPUT_LIMIT) throw new Error("output length limit exceeded");
      return rendered;
    } catch (error) {
      onProblem?.({ where, message: error instanceof Error ? error.message : String(error) });
      return text;
    }
  };
}

/** Tries once more what took too long. */
function retryTimeout<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith(TOO_SLOW)) throw error;
    return attempt();
  }
}

function requireParsable(text: string): void {
  let tags = 0;
  let characters = 0;
  for (let start = nextTag(text, 0); start >= 0 && tags <= TAGS_LIMIT; tags++) {
    const end = text.indexOf(text[start + 1] === "%" ? "%}" : "}}", start + 2);
    if (end < 0) break;
    characters += end - start;
    start = nextTag(text, end + 2);
  }
  if (tags > TAGS_LIMIT) throw new Error(`more than ${TAGS_LIMIT} tags`);
  if (characters > TAG_CHARACTERS_LIMIT) throw new Error(`more than ${TAG_CHARACTERS_LIMIT} characters in tags`);
}

function nextTag(text: string, from: number): number {
  const [output, tag] = [text.indexOf("{{", from), text.indexOf("{%", from)];
  return output < 0 || tag < 0 ? Math.max(output, tag) : Math.min(output, tag);
}

/** Sums the time that synchronous work held the thread; restarts when other work has run in between. */
function createTickStopwatch() {
  let spentMs = 0;
  return {
    run<T>(work: (spentMs: number) => T): T {
      const startedMs = performance.now();
      if (spentMs === 0) setImmediate(() => (spentMs = 0));
      try {
        return work(spentMs);
      } finally {
        spentMs += performance.now() - startedMs;
      }
    },
  };
}

/** The platform's date variables, as it writes them: `Jan 1, 2024 12:00 PM`. */
function dateVariables(at: Date): Record<DateVariable, string | number> {
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: UTC }).format(at);
  const date = inUtc({ month: "short", day: "numeric", year: "numeric" });
  // Node 20 and later put a narrow no-break space before AM and PM.
  const time = inUtc({ hour: "numeric", minute: "2-digit", hour12: true }).replace(/\s/g, " ");
  return { now: `${date} ${time}`, date, time, month: inUtc({ month: "long" }), day: at.getUTCDate(), year: at.getUTCFullYear() };
}
