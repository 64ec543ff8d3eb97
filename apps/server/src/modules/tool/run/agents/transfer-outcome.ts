import {
  type CreateTool,
  type HistoryItem,
  PlatformError,
  type PromptMessage,
  spokenText,
  type ToolMessage,
  type TransferDestination,
} from "@callwright/contract";
import type { PhoneAct, ToolOutcome } from "@callwright/engine/conversation";
import { strictRenderer, TemplateError } from "../render-values.ts";
import { failed, type ToolScope } from "../tool-source.ts";
import { openTransferAssistant } from "./transfer-assistant.ts";

type ToPhone = Extract<TransferDestination, { type: "number" | "sip" }>;
type Briefing = NonNullable<Extract<PhoneAct, { type: "transfer" }>["briefing"]>;

export interface TransferRequest {
  tool: CreateTool;
  destination: ToPhone;
  /** The text for the caller. Default: the destination's own, or else the tool's, or else a sentence. */
  message?: string | undefined;
  variables: Readonly<Record<string, unknown>>;
  history: readonly HistoryItem[];
  scope: Pick<ToolScope, "assistant" | "context" | "keysOf">;
}

const BY_DEFAULT = "Transferring the call now.";
const SUMMARY_TIMEOUT_SECONDS = 5;
/** Maximum characters of the caller's words in a summary by rule. */
const QUOTE_MAX = 240;
const SUMMARY_PROMPT: PromptMessage = {
  role: "system",
  content:
    "A colleague takes this call over. Tell the colleague in two or three spoken sentences who calls, and what for. Answer with these sentences alone.",
};

/** The outcome of a tool that transfers a call to a telephone. */
export async function transferOutcome(request: TransferRequest): Promise<ToolOutcome> {
  const { tool, destination, message, variables, history, scope } = request;
  const { transferPlan: plan } = destination;
  if (plan?.mode === "warm-transfer-twiml")
    return failed(
      "The call was not transferred: this server connects the sound itself, and sends Twilio no TwiML of yours (mode warm-transfer-twiml).",
    );
  const briefing = briefingOf(destination, history);
  const render = strictRenderer(variables, scope.context.now);
  try {
    const assistant = await openTransferAssistant(plan, history, scope);
    return {
      result: `The call is transferred to ${destination.type === "sip" ? destination.sipUri : destination.number}.`,
      failed: false,
      message: saidBefore(tool, destination, message),
      phoneAct: {
        type: "transfer",
        destination: withHeaders(destination, render),
        ...(briefing && { briefing: { ...briefing, text: render(briefing.text, "transferPlan.message") } }),
        ...(assistant && { assistant }),
      },
    };
  } catch (error) {
    if (error instanceof TemplateError || error instanceof PlatformError)
      return failed(`The call was not transferred: ${error.message}.`);
    throw error;
  }
}

/** The texts of its headers are templates. */
export function withHeaders(destination: ToPhone, render: (template: string, field: string) => string): ToPhone {
  if (destination.type !== "sip" || !destination.sipHeaders) return destination;
  const headers = Object.entries(destination.sipHeaders);
  const rendered = headers.map(([name, value]) => [
    name,
    typeof value === "string" ? render(value, `sipHeaders.${name}`) : value,
  ]);
  return { ...destination, sipHeaders: Object.fromEntries(rendered) };
}

/** In the platform's order. An empty message means silence. */
function saidBefore(tool: CreateTool, { message: own }: ToPhone, chosen: string | undefined): ToolMessage {
  const said = (fields: object): ToolMessage => ({ type: "request-complete", ...fields });
  if (chosen !== undefined) return said({ content: chosen });
  if (typeof own === "string") return said({ content: own });
  if (own) return said({ content: own.content, contents: own.contents });
  const ofTool = tool.messages?.find(({ type }) => type === "request-complete");
  if (ofTool) return ofTool;
  const hasStart = tool.messages?.some(({ type }) => type === "request-start");
  return said({ content: hasStart ? "" : BY_DEFAULT });
}

/** The operator's briefing. Undefined in modes without one. */
export function briefingOf({ transferPlan: plan }: ToPhone, history: readonly HistoryItem[]): Briefing | undefined {
  const mode = plan?.mode ?? "blind-transfer";
  const message = plan?.message === undefined ? undefined : spokenText(plan.message);
  if (mode.startsWith("blind")) return undefined;
  if (mode.endsWith("say-message")) return { text: message ?? "" };
  if (mode === "warm-transfer-experimental" && message !== undefined) return { text: message };
  const { enabled = true, messages = [SUMMARY_PROMPT], timeoutSeconds = SUMMARY_TIMEOUT_SECONDS } = plan?.summaryPlan ?? {};
  if (!enabled) return { text: message ?? "" };
  return { text: summaryByRule(history), summary: { messages, timeoutSeconds } };
}

/** Without a language model: the longest of the first things that the caller said. Braces would be a template. */
function summaryByRule(history: readonly HistoryItem[]): string {
  const said = history.flatMap((item) => (item.type === "user" ? [item.text] : []));
  const [request] = said.slice(0, 3).toSorted((one, other) => other.length - one.length);
  const quote = request?.replace(/[{}%]/g, " ").slice(0, QUOTE_MAX);
  return quote ? `Here is a caller, who said: ${quote}` : "Here is a caller, who has said nothing yet.";
}
