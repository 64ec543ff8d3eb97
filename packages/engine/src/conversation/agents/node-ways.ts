import { type JsonSchema, OTHERWISE } from "@callwright/contract";
import type { AgentTool } from "../agent-tool.ts";
import type { RenderTemplate } from "../template.ts";
import type { AgentSpec, Way } from "./agent-spec.ts";

/** The ways out of a workflow's node at this moment. */
export interface OpenWays {
  /** A condition without a question for the model holds. */
  forced?: Way;
  /** The only way, without a condition and without values to extract. */
  next?: Way;
  /** The model chooses among them. */
  offered: AgentTool[];
}

const VALUES_KNOWN = "The caller has told everything that you ask for here.";
const TAG = /\{[{%]/;
const TIMEOUT_MS = 20_000;

/** The ways whose conditions hold with the values so far. */
export function openWays({ ways }: Pick<AgentSpec, "ways">, render: RenderTemplate): OpenWays {
  const offered: AgentTool[] = [];
  const hasConditions = ways.some(({ edge }) => edge?.index !== undefined && edge.condition !== undefined);
  let next: Way | undefined;
  for (const way of ways) {
    const { condition } = way.edge ?? {};
    if (condition === undefined) {
      if (!hasConditions && !hasValues(way)) next ??= way;
      else offered.push(toWayTool(way, hasConditions ? OTHERWISE : VALUES_KNOWN));
      continue;
    }
    const text = render(condition, "condition").trim();
    const decided = TAG.test(condition) ? readDecision(text) : undefined;
    if (decided === true) return { forced: way, offered: [] };
    if (decided === undefined && text !== "") offered.push(toWayTool(way, text));
  }
  return { offered, ...(next && { next }) };
}

/** A condition that a template has evaluated. */
function readDecision(rendered: string): boolean | undefined {
  const text = rendered.toLowerCase();
  if (text === "true" || text === "yes" || text === "1") return true;
  return text === "" || text === "false" || text === "no" || text === "0" ? false : undefined;
}

function hasValues({ extract }: Way): boolean {
  return Object.keys(valuesSchema(extract).properties ?? {}).length > 0;
}

/** The schema of an object with the values of a plan. A single value is a property under its title. */
export function valuesSchema(plan: Way["extract"]): JsonSchema {
  const schema = plan?.schema;
  if (!schema) return { type: "object", properties: {} };
  if (schema.type === "object") return schema;
  return schema.title === undefined
    ? { type: "object", properties: {} }
    : { type: "object", properties: { [schema.title]: schema }, required: [schema.title] };
}

/** A tool that takes a way. */
export function toWayTool(way: Way, description = OTHERWISE): AgentTool {
  return {
    name: way.tool,
    description,
    parameters: valuesSchema(way.extract) as Record<string, unknown>,
    strict: false,
    handsOver: way.edge?.index === undefined ? "anywhere" : "edge",
    action: "handoff",
    isAsync: false,
    timeoutMs: TIMEOUT_MS,
    messages: [],
  };
}
