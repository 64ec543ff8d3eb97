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

/** Renders prompts and messages. `where` names the template in a problem report. */
export type RenderTemplate = (text: string, where: string) => string;

const UTC = "UTC";
/**
 * Bounds for a hostile template, which is rendered on the thread that carries the sound of other calls.
 * A stall of 150 ms is audible: rendering takes less, with room for a machine that is busy with something else.
 */
const RENDER_LIMIT_MS = 100;
/** Liquid's own count: characters a filter makes, entries of a list. A range counts all its numbers before the first is made. */
const MEMORY_LIMIT = 1_000_000;
/** Parsing cannot be interrupted, so templates are not longer than this, in characters: twenty times a long prompt. */
const PARSE_LIMIT = 200_000;

/**
 * LiquidJS with the platform's variables: `now`, `date`, `time`, `month`, `day`, `year` in UTC, under the caller's values, and the
 * `date` filter on the platform's clock with IANA zones. No files, no prototypes. A template that fails is returned as written.
 */
export function createTemplateRenderer({ variableValues, now, onProblem }: TemplateOptions): RenderTemplate {
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    timezoneOffset: UTC,
    renderLimit: RENDER_LIMIT_MS,
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
  return (text, where) => {
    if (!text.includes("{{") && !text.includes("{%")) return text;
    try {
      return String(liquid.parseAndRenderSync(text, { ...dateVariables(now()), ...variableValues }));
    } catch (error) {
      onProblem?.({ where, message: error instanceof Error ? error.message : String(error) });
      return text;
    }
  };
}

/** The platform's date variables, as it writes them: `Jan 1, 2024 12:00 PM`. */
function dateVariables(at: Date) {
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: UTC }).format(at);
  const date = inUtc({ month: "short", day: "numeric", year: "numeric" });
  // Node 20 and later put a narrow no-break space before AM and PM.
  const time = inUtc({ hour: "numeric", minute: "2-digit", hour12: true }).replace(/\s/g, " ");
  return { now: `${date} ${time}`, date, time, month: inUtc({ month: "long" }), day: at.getUTCDate(), year: at.getUTCFullYear() };
}
