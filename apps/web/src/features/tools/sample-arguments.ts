import { type CreateTool, isFields, type JsonSchema } from "@callwright/contract";

/** Whether a call sends this tool's arguments to a service, or to code. Such a tool can be tested without a call. */
export function isTestable(tool: CreateTool): boolean {
  return tool.type === "apiRequest" || tool.type === "function" || isAnsweredHere(tool);
}

/** Is there no answer of a server to type: for code, and for what acts at a connected service? */
export function isAnsweredHere({ type }: Pick<CreateTool, "type">): boolean {
  return type === "code" || type in SERVICE_SAMPLES;
}

/** Can its request be sent? A function without a server is for the page of the caller. */
export function hasTarget(tool: CreateTool): boolean {
  return tool.type !== "function" || Boolean(tool.server?.url);
}

const TIMES = { startDateTime: "2030-01-15T14:00:00", endDateTime: "2030-01-15T15:00:00", timeZone: "UTC" };
const PERSON = { email: "anna@example.com", phone: "+14155550123" };

/** Sample arguments for the tools of connected services. */
const SERVICE_SAMPLES: Readonly<Partial<Record<CreateTool["type"], Record<string, unknown>>>> = {
  "google.calendar.event.create": { summary: "Test", ...TIMES },
  "google.calendar.availability.check": TIMES,
  "google.sheets.row.append": { spreadsheetId: "", range: "Sheet1", values: ["Test"] },
  "slack.message.send": { channel: "#general", message: "Test" },
  "gohighlevel.calendar.availability.check": { calendarId: "", ...TIMES },
  "gohighlevel.calendar.event.create": { calendarId: "", contactId: "", startTime: TIMES.startDateTime, timeZone: "UTC" },
  "gohighlevel.contact.create": { firstName: "Anna", lastName: "Example", ...PERSON },
  "gohighlevel.contact.get": PERSON,
  make: {},
  ghl: { email: PERSON.email },
};

/** Arguments to begin with: every parameter of the tool, with a value of its kind. */
export function sampleArguments(tool: CreateTool): Record<string, unknown> {
  const sample = SERVICE_SAMPLES[tool.type] ?? {};
  const values = Object.entries(parametersOf(tool)).map(([name, schema]) => [name, sampleValue(schema)]);
  return { ...sample, ...Object.fromEntries(values) };
}

/** What the model chooses: parameters, variables in an address, and fields that are sent, but for what has a fixed value. */
export function parametersOf(tool: CreateTool): Record<string, JsonSchema> {
  const called = "function" in tool ? openFields(tool.function?.parameters) : {};
  if (tool.type !== "apiRequest") return called;
  return { ...variablesOf(tool.url), ...openFields(tool.body), ...openFields(tool.headers), ...called };
}

/** The id of the tool call that samples answer. The server reads an answer to no request of its own with this id. */
export const SAMPLE_CALL_ID = "call_1";

/** An answer to begin with, in the form that the tool expects. */
export function sampleAnswer(tool: CreateTool): string {
  if (tool.type !== "function") return "{}";
  return JSON.stringify({ results: [{ toolCallId: SAMPLE_CALL_ID, result: "Done." }] }, undefined, 2);
}

/** `{{ city }}` in an address is filled in from the arguments; `{{ customer.number }}` is a value of the conversation. */
function variablesOf(url: unknown): Record<string, JsonSchema> {
  const names = [...String(url ?? "").matchAll(/\{\{-?\s*([A-Za-z_]\w*)(?![\w.])/g)].flatMap(([, name]) => name ?? []);
  return Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
}

/** Leaves out fields with a fixed value in the schema, which are sent anyway. */
function openFields(schema: Pick<JsonSchema, "properties"> | undefined): Record<string, JsonSchema> {
  const properties = Object.entries(schema?.properties ?? {});
  return Object.fromEntries(properties.filter(([, each]) => isFields(each) && each.value === undefined));
}

const PLAIN = { string: "", number: 0, integer: 0, boolean: false } as const;

function sampleValue(schema: JsonSchema): unknown {
  const { default: byDefault, const: only, examples } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const given = byDefault ?? only ?? example ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.type === "object")
    return Object.fromEntries(Object.entries(openFields(schema)).map(([name, each]) => [name, sampleValue(each)]));
  if (schema.type === "array") return schema.items ? [sampleValue(schema.items)] : [];
  if (schema.format === "date") return new Date().toISOString().slice(0, 10);
  return PLAIN[schema.type];
}
