import type { ToolCall } from "@callwright/contract";
import type { AgentTool, ToolOutcome, ToolRunner } from "@callwright/engine/conversation";
import type { Logger } from "../../../platform/config/logger.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { NAME_MAX_CHARACTERS } from "./describe-tool.ts";
import { mapTexts } from "./render-values.ts";
import type { EndedRun } from "./tool-runs.ts";
import { failed, type RefusedTool, type ToolSource } from "./tool-source.ts";

/** A source with the stored tool that it belongs to. */
export interface ToolEntry {
  source: ToolSource;
  toolId: string | null;
}

export interface ComposeOptions {
  log: Pick<Logger, "error">;
  now: () => Date;
  /** Called for every run that has ended. */
  onRun: (run: EndedRun) => void;
  /** What a tool answers without being run, in a test. */
  mocked?: ((call: ToolCall) => ToolOutcome | undefined) | undefined;
}

interface NamedTool extends ToolEntry {
  /** The tool's name in its source. */
  name: string;
  tool: AgentTool;
}

/** One runner for several sources. A name that an earlier tool has gets a number: `order_2`. */
export function composeTools(sources: readonly ToolEntry[], { log, now, onRun, mocked }: ComposeOptions): ToolRunner {
  async function runTool({ source, name }: NamedTool, ...[call, ...rest]: Parameters<ToolRunner["run"]>): Promise<ToolOutcome> {
    try {
      return storable(await source.run({ ...call, name }, ...rest));
    } catch (error) {
      log.error({ err: error, tool: call.name }, "a tool failed unexpectedly");
      return failed("The tool failed unexpectedly.");
    }
  }

  return {
    get tools() {
      return [...nameTools(sources).values()].map(({ tool }) => tool);
    },
    async run(call, ...rest) {
      const found = nameTools(sources).get(call.name);
      if (!found) return failed(`There is no tool '${call.name}'.`);
      const mock = mocked?.(call);
      if (mock) return mock;
      const [startedAt, startedMs] = [now(), performance.now()];
      const outcome = await runTool(found, call, ...rest);
      const durationMs = Math.round(performance.now() - startedMs);
      if (!outcome.isPending) onRun({ toolId: found.toolId, call, outcome, startedAt, durationMs });
      return outcome;
    },
  };
}

/** The tools that a test does not run without a mock. Handoffs and the end of the conversation always work. */
export function refusedTools(sources: readonly ToolEntry[]): RefusedTool[] {
  return [...nameTools(sources).values()].flatMap(({ source: { refused }, tool: { name, action } }) =>
    refused && action !== "handoff" && action !== "end-call" ? [{ name, host: refused.host }] : [],
  );
}

/** Answers of servers may hold what PostgreSQL refuses. */
function storable(outcome: ToolOutcome): ToolOutcome {
  const { result, variables } = outcome;
  return {
    ...outcome,
    result: storableText(result),
    ...(variables && { variables: mapTexts(variables, storableText) as ToolOutcome["variables"] }),
  };
}

function nameTools(sources: readonly ToolEntry[]): Map<string, NamedTool> {
  const named = new Map<string, NamedTool>();
  for (const { source, toolId } of sources)
    for (const tool of source.tools) {
      const name = uniqueName(tool.name, named);
      named.set(name, { source, toolId, name: tool.name, tool: { ...tool, name } });
    }
  return named;
}

function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const suffix = `_${number}`;
    const candidate = name.slice(0, NAME_MAX_CHARACTERS - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
