import type { Call, CreateAssistant } from "@callwright/contract";
import { visitorAssistant } from "../../visitors/visitor-assistant.ts";

/** A call as its creation answers it to a visitor's page: what joining takes, and nothing of how the assistant is made. */
export function toVisitorCall(call: Call, assistant: CreateAssistant): Call {
  const { id, orgId, type, status, createdAt, updatedAt, assistantId, webCallUrl, transport } = call;
  return {
    ...{ id, orgId, type, status, createdAt, updatedAt, assistantId, webCallUrl, transport },
    artifactPlan: { videoRecordingEnabled: assistant.artifactPlan?.videoRecordingEnabled ?? false },
    assistant: visitorAssistant(assistant),
  };
}
