import type { CreateAssistant, CreateTool, HistoryItem, PhoneDestination, TransferAssistant } from "@callwright/contract";
import type { AgentTool, TransferAssistantSpec } from "@callwright/engine/conversation";
import { describeTool } from "../describe-tool.ts";
import type { ToolScope } from "../tool-source.ts";

type Plan = NonNullable<PhoneDestination["transferPlan"]>;
type Tools = NonNullable<NonNullable<TransferAssistant["model"]>["tools"]>;
type DecisionTool = Extract<Tools[number], { type: "transferCancel" | "transferSuccessful" }>;

const PROMPT = `You have called a colleague, the operator, because a caller wants to talk to a person. The caller is on hold, and does not hear you.
Tell the operator briefly who calls, and what for. Answer questions about the conversation with the caller, and talk about nothing else.
When the operator takes the call, use transferSuccessful. When the operator does not, or a mailbox answers, use transferCancel.`;
const ACCEPT = "Connects the caller with the operator. Use it when a person has answered who takes the call.";
const CANCEL = "Cancels the transfer. Use it when the operator declines the call, or when a mailbox or nobody answers.";
/** The newest messages of the conversation with the caller are kept, up to this length. */
const CONTEXT_MAX_CHARACTERS = 8_000;

/** The assistant that talks to the operator, with its keys. Undefined where the plan has none. Fails as `keysOf` of the scope does. */
export async function openTransferAssistant(
  plan: Plan | undefined,
  history: readonly HistoryItem[],
  { assistant: main, keysOf }: Pick<ToolScope, "assistant" | "keysOf">,
): Promise<TransferAssistantSpec | undefined> {
  const own = plan?.mode === "warm-transfer-experimental" ? (plan.transferAssistant as TransferAssistant | undefined) : undefined;
  if (!plan || !own) return undefined;
  const { tools = [], messages = [], toolIds: _unused, ...ownModel } = own.model ?? {};
  const { messages: _messages, tools: _tools, toolIds: _toolIds, ...mainModel } = main.model ?? {};
  const [first, ...rest] = messages;
  const hasPrompt = first?.role === "system";
  const context = contextOf(plan.contextEngineeringPlan, history);
  const content = [hasPrompt ? first.content : PROMPT, context].filter(Boolean).join("\n\n");
  const assistant: CreateAssistant = {
    ...(main.voice && { voice: main.voice }),
    ...(main.transcriber && { transcriber: main.transcriber }),
    ...(main.startSpeakingPlan && { startSpeakingPlan: main.startSpeakingPlan }),
    ...own,
    model: {
      ...(own.model ? ownModel : mainModel),
      messages: [{ role: "system", content }, ...(hasPrompt ? rest : messages)],
    } as NonNullable<CreateAssistant["model"]>,
  };
  return {
    assistant,
    accept: decision("transferSuccessful", ACCEPT, tools),
    cancel: decision("transferCancel", CANCEL, tools),
    keys: (await keysOf?.(assistant)) ?? { keys: {}, orgKeys: {} },
  };
}

function decision(type: "transferCancel" | "transferSuccessful", description: string, tools: Tools): AgentTool {
  const own = tools.find((tool): tool is DecisionTool => tool.type === type);
  const described = describeTool({ type: "endCall", ...(own?.messages && { messages: own.messages }) } as CreateTool);
  const { name = type, description: words = description } = own?.function ?? {};
  return { ...described, name, description: words };
}

/** Braces would be a template. */
function contextOf(plan: Plan["contextEngineeringPlan"] = { type: "all" }, history: readonly HistoryItem[]): string {
  if (plan.type === "none") return "";
  const said = history.flatMap((item) =>
    item.type === "user" || item.type === "assistant" ? [`${item.type === "user" ? "Caller" : "Assistant"}: ${item.text}`] : [],
  );
  const kept = plan.type === "lastNMessages" ? said.slice(Math.max(0, said.length - plan.maxMessages)) : said;
  const text = kept.join("\n").replace(/[{}%]/g, " ").slice(-CONTEXT_MAX_CHARACTERS);
  return text && `The conversation with the caller so far:\n${text}`;
}
