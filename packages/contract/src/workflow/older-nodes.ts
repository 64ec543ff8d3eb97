import { type Fields, isFields } from "../wire/fields.ts";
import type { ImportNote } from "./import-workflow.ts";

/** A converted node, with the fields of the older node that the contract lacks. */
interface Conversion {
  node: Fields;
  lost?: readonly string[];
}

/** How each older type of node is written today. The name, `isStart` and `metadata` are added by `convertNode`. */
const OLDER_NODES: Readonly<Record<string, (node: Fields) => Conversion>> = {
  start: () => ({ node: { type: "conversation" } }),
  say: ({ exact, prompt }) => ({
    node: { type: "conversation", prompt: typeof exact === "string" ? `Say: "${exact}"` : prompt },
  }),
  gather: ({ output, literalTemplate }) => ({
    node: {
      type: "conversation",
      prompt: typeof literalTemplate === "string" ? `Say: "${literalTemplate}"` : `Ask for ${wantedBy(output)}.`,
      ...(isFields(output) ? { variableExtractionPlan: { schema: output } } : {}),
    },
    lost: ["confirmContent", "maxRetries", "hooks"],
  }),
  assistant: ({ assistantId, assistant }) => ({
    node: {
      type: "tool",
      tool: { type: "handoff", destinations: [{ type: "assistant", ...given({ assistantId, assistant }) }] },
    },
  }),
  apiRequest: ({ method, url, headers, body, output, function: declared, name }) => ({
    node: {
      type: "tool",
      tool: {
        type: "apiRequest",
        name: String(name ?? "request")
          .replace(/[^a-zA-Z0-9_-]+/g, "_")
          .slice(0, 40),
        ...given({ method: method ?? "GET", url, headers, body, function: declared }),
        ...(isFields(output) ? { variableExtractionPlan: { schema: output } } : {}),
      },
    },
    lost: ["mode", "hooks"],
  }),
  transfer: ({ destination }) => ({
    node: { type: "tool", tool: { type: "transferCall", destinations: isFields(destination) ? [destination] : [] } },
  }),
};

/** What the schema of a `gather` node asks for, as words of a prompt. */
function wantedBy(output: unknown): string {
  const properties = isFields(output) && isFields(output.properties) ? output.properties : {};
  const wanted = Object.entries(properties).map(([name, schema]) =>
    isFields(schema) && typeof schema.description === "string" ? schema.description : name,
  );
  return wanted.length > 0 ? wanted.join(", ") : "the details";
}

/** The node with a type of today. Fields without a place are noted. */
export function convertNode(node: Fields, index: number, notes: ImportNote[]): Fields {
  const { id, isStart, metadata, type } = node;
  const name = String(node.name ?? id ?? `node ${index + 1}`).slice(0, 80);
  const convert = typeof type === "string" ? OLDER_NODES[type] : undefined;
  // Exports of today can have an id beside the name.
  if (!convert)
    return Object.fromEntries(Object.entries({ ...node, name }).filter(([field, value]) => field !== "id" && value !== null));
  const { node: converted, lost = [] } = convert(node);
  for (const what of lost) if (node[what] !== undefined) notes.push({ kind: "dropped", where: name, what });
  return { ...given(converted), name, ...given({ isStart: type === "start" ? true : isStart, metadata }) };
}

/** The edge with a condition of today. A condition that the model has to judge instead is noted. */
export function convertEdge(edge: Fields, notes: ImportNote[]): Fields {
  const { id: _, ...rest } = edge;
  const { condition } = edge;
  if (!isFields(condition)) return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== ""));
  const where = `${edge.from} → ${edge.to}`;
  switch (condition.type) {
    case "logic":
      return { ...rest, condition: { type: "ai", prompt: asLiquid(String(condition.liquid ?? "")) } };
    case "failed":
      notes.push({ kind: "changed", where, what: "failed" });
      return { ...rest, condition: { type: "ai", prompt: `${edge.from} failed.` } };
    default:
      return Array.isArray(condition.matches)
        ? { ...rest, condition: { type: "ai", prompt: condition.matches.map(String).join(" or ") } }
        : rest;
  }
}

/** A condition in Liquid stands in the prompt, inside of Liquid's delimiters. */
function asLiquid(expression: string): string {
  return /\{\{|\{%/.test(expression) ? expression : `{{ ${expression} }}`;
}

/** An older start node only led to the next one. Without a condition on its only edge, the next node becomes the start. */
export function withoutStartNode(workflow: Fields & { nodes: Fields[]; edges: Fields[] }): Fields {
  const { nodes, edges } = workflow;
  const start = nodes.find(({ isStart, type, prompt }) => isStart && type === "conversation" && prompt === undefined);
  const [way, ...others] = edges.filter(({ from }) => start && from === start.name);
  const isPassed = edges.some(({ to }) => start && to === start.name);
  if (!start || !way || way.condition !== undefined || others.length > 0 || isPassed) return workflow;
  return {
    ...workflow,
    nodes: nodes.filter((node) => node !== start).map((node) => (node.name === way.to ? { ...node, isStart: true } : node)),
    edges: edges.filter((edge) => edge !== way),
  };
}

/** Removes fields without a value. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
