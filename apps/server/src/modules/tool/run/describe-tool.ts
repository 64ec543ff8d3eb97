import type { CreateTool, FunctionDefinition, ToolType } from "@callwright/contract";
import type { AgentTool } from "@callwright/engine/conversation";

const TIMEOUT_DEFAULT_MS = 20_000;
/** The longest tool name that every provider of models takes. */
export const NAME_MAX_CHARACTERS = 64;

/** How the model sees tools without their own definition, and how they are named to callers if the type does not run here. */
const TYPES: Record<ToolType, { description: string; noun: string }> = {
  function: { description: "", noun: "This function" },
  apiRequest: { description: "Sends a request to an API.", noun: "Sending requests" },
  transferCall: { description: "Transfers the call.", noun: "Transferring the call" },
  handoff: { description: "Hands the conversation over to another assistant.", noun: "Handing over to another assistant" },
  endCall: {
    description: "Ends the call. Use it when the conversation is complete or the caller says goodbye.",
    noun: "Ending the call",
  },
  dtmf: { description: "Presses keys of the telephone keypad.", noun: "The keypad" },
  sms: { description: "Sends a text message.", noun: "Sending text messages" },
  voicemail: { description: "Leaves a message on the voicemail.", noun: "Voicemail" },
  query: { description: "Searches the knowledge base for an answer.", noun: "The knowledge base" },
  knowledgeBase: { description: "Searches the knowledge base for an answer.", noun: "The knowledge base" },
  mcp: { description: "Calls a tool of an MCP server.", noun: "The MCP server" },
  code: { description: "Runs a program.", noun: "Running code" },
  sipRequest: { description: "Sends a SIP request.", noun: "Sending SIP requests" },
  bash: { description: "Runs a command in a bash shell.", noun: "The shell" },
  computer: { description: "Controls a computer: screen, mouse and keyboard.", noun: "The computer" },
  textEditor: { description: "Views and edits files.", noun: "The text editor" },
  "google.calendar.event.create": { description: "Creates an event in Google Calendar.", noun: "Google Calendar" },
  "google.calendar.availability.check": { description: "Checks free times in Google Calendar.", noun: "Google Calendar" },
  "google.sheets.row.append": { description: "Adds a row to a Google sheet.", noun: "Google Sheets" },
  "slack.message.send": { description: "Sends a message in Slack.", noun: "Slack" },
  "gohighlevel.calendar.availability.check": { description: "Checks free times in GoHighLevel.", noun: "GoHighLevel" },
  "gohighlevel.calendar.event.create": { description: "Creates an event in GoHighLevel.", noun: "GoHighLevel" },
  "gohighlevel.contact.create": { description: "Creates a contact in GoHighLevel.", noun: "GoHighLevel" },
  "gohighlevel.contact.get": { description: "Looks up a contact in GoHighLevel.", noun: "GoHighLevel" },
  make: { description: "Runs a scenario of Make.", noun: "Make" },
  ghl: { description: "Runs a workflow of GoHighLevel.", noun: "GoHighLevel" },
  output: { description: "Produces an output.", noun: "The output" },
};

/** Types whose tools only read. */
const READS: ReadonlySet<ToolType> = new Set<ToolType>([
  "query",
  "knowledgeBase",
  "google.calendar.availability.check",
  "gohighlevel.calendar.availability.check",
  "gohighlevel.contact.get",
]);

/** A tool as its agent sees it, with its own name and description, or else those of its type. Default deadline: 20 s. */
export function describeTool(tool: CreateTool, fields: Partial<AgentTool> = {}): AgentTool {
  const definition = definitionOf(tool);
  const own = tool as { name?: string; description?: string; async?: boolean };
  return {
    name: own.name ?? definition?.name ?? tool.type.replaceAll(".", "_"),
    description: own.description ?? definition?.description ?? TYPES[tool.type].description,
    parameters: definition?.parameters ?? { type: "object", properties: {} },
    strict: definition?.strict ?? false,
    action: "run",
    isAsync: own.async ?? false,
    timeoutMs: TIMEOUT_DEFAULT_MS,
    messages: tool.messages ?? [],
    ...((READS.has(tool.type) || (tool.type === "apiRequest" && tool.method === "GET")) && { mayRepeat: true }),
    ...(tool.rejectionPlan && { rejectionPlan: tool.rejectionPlan }),
    ...fields,
  };
}

/** A tool of a type that does not run here. */
export function unavailableTool(tool: CreateTool): AgentTool {
  return describeTool(tool, { action: "unavailable", reason: `${TYPES[tool.type].noun} is not available on this call.` });
}

function definitionOf(tool: CreateTool): FunctionDefinition | undefined {
  return "function" in tool ? tool.function : undefined;
}
