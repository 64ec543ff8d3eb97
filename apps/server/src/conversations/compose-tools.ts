import type { AgentTool, ToolOutcome, ToolRunner } from "@callwright/engine/conversation";
import { storableText } from "../db/storable-text.ts";
import type { Logger } from "../logger.ts";
import { NAME_MAX_CHARACTERS } from "./describe-tool.ts";
import { mapTexts } from "./render-values.ts";
import type { ToolSource } from "./tool-source.ts";

interface NamedTool {
  source: ToolSource;
  /** In its source. */
  name: string;
  tool: AgentTool;
}

/** One runner for several sources. A name that an earlier tool has gets a number: `order_2`. */
export function composeTools(sources: readonly ToolSource[], log: Pick<Logger, "error">): ToolRunner {
  return {
    get tools() {
      return [...nameTools(sources).values()].map(({ tool }) => tool);
    },
    async run(call, variables, signal) {
      const found = nameTools(sources).get(call.name);
      if (!found) return { result: `There is no tool '${call.name}'.`, failed: true };
      try {
        return storable(await found.source.run({ ...call, name: found.name }, variables, signal));
      } catch (error) {
        log.error({ err: error, tool: call.name }, "a tool failed unexpectedly");
        return { result: "The tool failed unexpectedly.", failed: true };
      }
    },
  };
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

function nameTools(sources: readonly ToolSource[]): Map<string, NamedTool> {
  const named = new Map<string, NamedTool>();
  for (const source of sources)
    for (const tool of source.tools) {
      const name = uniqueName(tool.name, named);
      named.set(name, { source, name: tool.name, tool: { ...tool, name } });
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
