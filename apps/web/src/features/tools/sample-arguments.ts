import type { JsonSchema, Tool } from "@callwright/contract";

/** Whether a call sends this tool's arguments to a service. Such a tool can be tested without a call. */
export function isTestable(tool: Tool): boolean {
  if (tool.type === "apiRequest" || isOfService(tool)) return true;
  return tool.type === "function" && Boolean(tool.server?.url);
}

/** Does it act at a connected service? Then there is no answer of a server to type. */
export function isOfService({ type }: Tool): boolean {
  return type in SERVICE_SAMPLES;
}

const TIMES = { startDateTime: "2030-01-15T14:00:00", endDateTime: "2030-01-15T15:00:00", timeZone: "UTC" };
const PERSON = { email: "anna@example.com", phone: "+14155550123" };

/** Sample arguments for the tools of connected services. */
const SERVICE_SAMPLES: Readonly<Partial<Record<Tool["type"], Record<string, unknown>>>> = {
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
export function sampleArguments(tool: Tool): Record<string, unknown> {
  const sample = SERVICE_SAMPLES[tool.type];
  if (sample) return { ...sample, ...("function" in tool ? sampleOf(tool.function?.parameters) : {}) };
  if (tool.type === "apiRequest")
    return { ...variablesOf(tool.url), ...sampleOf(tool.body), ...sampleOf(tool.function?.parameters) };
  return tool.type === "function" ? sampleOf(tool.function?.parameters) : {};
}

/** An answer to begin with, in the form that the tool expects. */
export function sampleAnswer(tool: Tool): string {
  if (tool.type !== "function") return "{}";
  return JSON.stringify({ results: [{ toolCallId: "call_1", result: "Done." }] }, undefined, 2);
}

/** `{{ city }}` in an address is filled in from the arguments. */
function variablesOf(url: string): Record<string, unknown> {
  const names = [...url.matchAll(/\{\{-?\s*([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? []);
  return Object.fromEntries(names.map((name) => [name, ""]));
}

/** Leaves out fields with a fixed value in the schema, which are sent anyway. */
function sampleOf(schema: Pick<JsonSchema, "properties"> | undefined): Record<string, unknown> {
  const properties = Object.entries(schema?.properties ?? {}).filter(([, { value }]) => value === undefined);
  return Object.fromEntries(properties.map(([name, property]) => [name, sampleValue(property)]));
}

const PLAIN = { string: "", number: 0, integer: 0, boolean: false } as const;

function sampleValue(schema: JsonSchema): unknown {
  const { default: byDefault, const: only, examples } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  const given = byDefault ?? only ?? example ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (schema.type === "object") return sampleOf(schema);
  if (schema.type === "array") return schema.items ? [sampleValue(schema.items)] : [];
  return PLAIN[schema.type];
}
