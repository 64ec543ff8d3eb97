import { spokenText } from "@callwright/contract";
import { describeTool, unavailableTool } from "./describe-tool.ts";
import { failed, type OpenTool, oneTool, type ToolScope, withoutRun } from "./tool-source.ts";

const KEYS = /^[\d*#A-Da-dwW]+$/;
const KEYS_MAX = 64;

/** The telephone of the conversation. */
export function phoneOf({ conversation }: ToolScope) {
  return conversation.type === "call" ? conversation.phone : undefined;
}

/** Presses keys, which the other end hears as tones. */
export const openDtmfTool: OpenTool<"dtmf"> = (tool, scope) => {
  if (!phoneOf(scope)) return notOnPhone(tool);
  const parameters = {
    type: "object",
    properties: {
      dtmf: {
        type: "string",
        description: "The keys to press, one after the other: 0-9, * and #. w is a pause of half a second.",
      },
    },
    required: ["dtmf"],
  };
  return oneTool(describeTool(tool, { parameters }), async ({ arguments: { dtmf } }) => {
    const keys = String(dtmf ?? "").replace(/[\s,-]/g, "");
    if (!KEYS.test(keys) || keys.length > KEYS_MAX) return failed(`dtmf must have 1 to ${KEYS_MAX} of the keys 0-9, * and #.`);
    return { result: `The keys ${keys} were pressed.`, failed: false, phoneAct: { type: "keys", keys } };
  });
};

/** Leaves a message on a mailbox: the tool's own first message, or else the assistant's. Then the call ends. */
export const openVoicemailTool: OpenTool<"voicemail"> = (tool, scope) => {
  if (!phoneOf(scope)) return notOnPhone(tool);
  const own = tool.messages?.find(({ type }) => type === "request-start");
  const message = own ? spokenText(own) : scope.assistant.voicemailMessage;
  const described = describeTool(tool, {
    description:
      "Leaves a message on the voicemail and ends the call. Use it when a mailbox or a machine answers instead of a person.",
    messages: [],
  });
  return oneTool(described, async () => ({
    result: "The message is left, and the call ends.",
    failed: false,
    phoneAct: {
      type: "voicemail",
      waitsForBeep: tool.beepDetectionEnabled ?? false,
      ...(message !== undefined && { message }),
    },
  }));
};

/** The model gets `reason`, or else the information that there is no telephone. */
export function notOnPhone(tool: Parameters<typeof unavailableTool>[0], reason?: string) {
  return withoutRun({ ...unavailableTool(tool), ...(reason !== undefined && { reason }) });
}
