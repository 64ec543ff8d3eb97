import { ASSISTANT_DEFAULTS, type CreateAssistant } from "@callwright/contract";
import { privacyOf, storableAssistant } from "../../../platform/compliance/privacy.ts";
import { redactedKindsOf } from "../../../platform/compliance/redact-values.ts";
import type { CallRequest } from "./call-request.ts";
import type { HostedCall } from "./hosted-call.ts";

type Fields = CallRequest["fields"];

/** The parts of a call that its compliance plan lets the server store. */
export function keepingOf(
  callId: string,
  { orgId, assistant, variableValues }: CallRequest,
): Pick<HostedCall, "isRecorded" | "isVideoRecorded" | "privateCall" | "redactedKinds"> {
  const isPrivate = privacyOf(assistant.compliancePlan) !== undefined;
  const isWanted = assistant.artifactPlan?.recordingEnabled ?? ASSISTANT_DEFAULTS.artifactPlan.recordingEnabled;
  return {
    isRecorded: isWanted && !isPrivate,
    isVideoRecorded: assistant.artifactPlan?.videoRecordingEnabled === true && !isPrivate,
    privateCall: isPrivate ? { callId, orgId, assistant, variableValues, events: [] } : undefined,
    redactedKinds: redactedKindsOf(assistant.compliancePlan),
  };
}

/** The assistant and the further columns of a call's row. */
export function storedFieldsOf(request: Pick<CallRequest, "assistant" | "fields">): Fields & Pick<CallRequest, "assistant"> {
  const { assistant, fields } = request;
  if (!privacyOf(assistant.compliancePlan)) return { ...fields, assistant };
  return { ...withoutCallerFields(fields, assistant), assistant: storedAssistantOf(request) };
}

/** The assistant in the row of a private call. */
function storedAssistantOf({ assistant, fields }: Pick<CallRequest, "assistant" | "fields">): CreateAssistant {
  const overridden = Object.keys(fields.assistantOverrides ?? {}).some((name) => name !== "variableValues");
  return storableAssistant(assistant, fields.assistantVersion != null && !overridden);
}

/** The columns of a private call: no variables, no customer, and why. */
function withoutCallerFields(fields: Fields, { compliancePlan = {} }: CreateAssistant): Fields {
  const { hipaaEnabled, pciEnabled } = compliancePlan;
  const { customer: _, squad, workflow, ...details } = fields.details ?? {};
  const compliance = { ...(hipaaEnabled && { hipaaEnabled }), ...(pciEnabled && { pciEnabled }) };
  const team = {
    ...(squad && { squad: details.squadVersion === undefined ? { name: squad.name } : squad }),
    ...(workflow && { workflow: details.workflowVersion === undefined ? { name: workflow.name } : workflow }),
  };
  return { ...fields, assistantOverrides: null, details: { ...details, ...team, compliance } };
}
