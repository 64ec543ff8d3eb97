import type { Call, CreateAssistant } from "@callwright/contract";

/** A call as its creation answers it to a visitor's page: what joining takes, and nothing of how the assistant is made. */
export function toVisitorCall(call: Call, assistant: CreateAssistant): Call {
  const { id, orgId, type, status, createdAt, updatedAt, assistantId, webCallUrl, transport } = call;
  return {
    id,
    orgId,
    type,
    status,
    createdAt,
    updatedAt,
    assistantId,
    webCallUrl,
    transport,
    artifactPlan: { videoRecordingEnabled: assistant.artifactPlan?.videoRecordingEnabled ?? false },
    assistant: visitorAssistant(assistant),
  };
}

/**
 * What a visitor's page may know of the assistant it talks to: its name, and what a client of calls and chats reads. Prompt, model,
 * tools, hooks, addresses and whatever is added to assistants later stay with its owner.
 */
function visitorAssistant({ name, firstMessageMode, voice, transcriber }: CreateAssistant) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(firstMessageMode === undefined ? {} : { firstMessageMode }),
    ...(voice && { voice: { provider: voice.provider } }),
    ...(transcriber && { transcriber: { provider: transcriber.provider, language: transcriber.language } }),
  };
}
