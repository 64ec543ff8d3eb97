import type { DateVariable } from "@callwright/contract";
import { Context, filters, Liquid } from "liquidjs";
import { WorkBudget } from "../foreign-text/work-budget.ts";

/** A template that could not be rendered, and was used as written. */
export interface TemplateProblem {
  /** The place of the template: `prompt`, `firstMessage`, `say` … */
  where: string;
  /** Liquid's own message with line and column. It contains a line of the template, so it must not be logged. */
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
 * Limits for a hostile template, which is rendered on the thread of other calls' sound or other chats' answers. They apply to everything rendered
 * together, such as the messages of a prompt: tags, steps and characters. A step renders one piece of a template once: text, an output or a tag. It
 * takes 1 to 5 µs, a date 50. All of them together take 0.1 to 0.2 s.
 */
const TOGETHER_TAGS = 2_000;
const TOGETHER_STEPS = 20_000;
const TOGETHER_CHARACTERS = 400_000;
const DATE_STEPS = 20;
/** The stop of last resort. On a busy machine, templates within the other bounds take less. */
const RENDER_LIMIT_MS = 300;
const TOGETHER_LIMIT_MS = 600;
/** How Liquid's message about the time limit begins. */
const TOO_SLOW = "template render limit exceeded";
/**
 * Liquid's own count: characters made by a filter, entries of a list. A range counts all its numbers before the first is made. Filters cannot be
 * interrupted: sorting this many entries takes as long as rendering may.
 */
const MEMORY_LIMIT = 200_000;
/** Parsing cannot be interrupted either. Templates are not longer than this, in characters: twenty times a long prompt. */
const PARSE_LIMIT = 200_000;
/** Parsing takes time for tags and outputs: about 50 µs each, and more with many filters. */
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
    tick.steps.spend(DATE_STEPS);
    const isNow = value === "now" || value === "today" || value === dateVariables(at).now;
    return formatDate.call(this, isNow ? at : value, ...formatAndZone);
  });
  const tick = createTick();
  const renderInTime = (text: string, variables: object) =>
    tick.run((leftMs) => {
      if (leftMs <= 0) throw new Error(TOO_SLOW);
      const template = liquid.parse(text);
      const context = new Context(variables, liquid.options, { sync: true, renderLimit: Math.min(RENDER_LIMIT_MS, leftMs) });
      countWork(context, tick);
      return String(liquid.renderSync(template, context));
    });
  return (text, where, values) => {
    if (!text.includes("{{") && !text.includes("{%")) return text;
    try {
      tick.tags.spend(tagsIn(text));
      const variables = { ...dateVariables(now()), ...variableValues, ...values };
      // On a busy machine, a short template may time out; the retry is fast.
      const rendered = retryTimeout(() => renderInTime(text, variables));
      if (rendered.length > OUTPUT_LIMIT) throw new Error("output length limit exceeded");
      return rendered;
    } catch (error) {
      onProblem?.({ where, message: error instanceof Error ? error.message : String(error) });
      return text;
    }
  };
}

/** Retries once after a timeout. */
function retryTimeout<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith(TOO_SLOW)) throw error;
    return attempt();
  }
}

/** Liquid checks the remaining time for each piece, and counts the memory of its filters. */
function countWork({ renderLimit, memoryLimit }: Context, { steps, characters }: Pick<Tick, "steps" | "characters">): void {
  const check = renderLimit.check.bind(renderLimit);
  renderLimit.check = (atMs) => {
    steps.spend(1);
    check(atMs);
  };
  const use = memoryLimit.use.bind(memoryLimit);
  memoryLimit.use = (count) => {
    use(count);
    if (count > 0) characters.spend(count);
  };
}

function tagsIn(text: string): number {
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
  return tags;
}

function nextTag(text: string, from: number): number {
  const [output, tag] = [text.indexOf("{{", from), text.indexOf("{%", from)];
  return output < 0 || tag < 0 ? Math.max(output, tag) : Math.min(output, tag);
}

interface Tick {
  tags: WorkBudget;
  steps: WorkBudget;
  characters: WorkBudget;
  /** `leftMs`: the time that is left. */
  run<T>(work: (leftMs: number) => T): T;
}

const budgets = () => ({
  tags: new WorkBudget(TOGETHER_TAGS, "tags"),
  steps: new WorkBudget(TOGETHER_STEPS),
  characters: new WorkBudget(TOGETHER_CHARACTERS, "characters"),
});

/** The time that synchronous work has used on the thread. Starts again when other work has run in between. */
function createTick(): Tick {
  let spentMs = 0;
  let isCounting = false;
  const tick: Tick = {
    ...budgets(),
    run(work) {
      const startedMs = performance.now();
      if (!isCounting) setImmediate(reset);
      isCounting = true;
      try {
        return work(TOGETHER_LIMIT_MS - spentMs);
      } finally {
        spentMs += performance.now() - startedMs;
      }
    },
  };
  function reset(): void {
    spentMs = 0;
    isCounting = false;
    Object.assign(tick, budgets());
  }
  return tick;
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
