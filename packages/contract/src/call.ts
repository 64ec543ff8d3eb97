import { z } from "zod";
import { ArtifactPlan } from "./artifact-plan.ts";
import { AssistantOverrides, CreateAssistant } from "./assistant.ts";
import { CallControl } from "./call-control.ts";
import { CallEvent } from "./call-event.ts";
import { CallAnalysis, CallMonitor, SubscriptionLimits } from "./call-outcome.ts";
import { CALL_STATUSES } from "./call-status.ts";
import { Cost, CostBreakdown } from "./cost.ts";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { defineRoutes } from "./route.ts";
import { CreateSquad } from "./squad.ts";
import { CreateWorkflow, WorkflowOverrides } from "./workflow/workflow.ts";

export const CALL_TYPES = ["inboundPhoneCall", "outboundPhoneCall", "webCall", "vapi.websocketCall"] as const;

/** One entry of a call's messages. `time` is epoch ms. */
export const CallMessage = z.looseObject({
  role: z.string(),
  message: z.string(),
  time: z.number(),
  endTime: z.number().optional(),
  secondsFromStart: z.number(),
  /** Milliseconds. */
  duration: z.number().optional(),
});
export type CallMessage = z.infer<typeof CallMessage>;

/** Milliseconds, per turn. The caller's whole wait is `turnLatency`. */
export const TurnLatency = z.object({
  modelLatency: z.number(),
  voiceLatency: z.number(),
  transcriberLatency: z.number(),
  endpointingLatency: z.number(),
  turnLatency: z.number(),
});
export type TurnLatency = z.infer<typeof TurnLatency>;

export const Artifact = z.looseObject({
  messages: z.array(CallMessage).optional(),
  messagesOpenAIFormatted: z.array(z.looseObject({ role: z.string(), content: z.string() })).optional(),
  /** `AI: …` and `User: …` lines. */
  transcript: z.string().optional(),
  /** Signed, expiring URLs. */
  recordingUrl: z.string().optional(),
  stereoRecordingUrl: z.string().optional(),
  recording: z
    .looseObject({
      stereoUrl: z.string().optional(),
      videoUrl: z.string().optional(),
      videoRecordingStartDelaySeconds: z.number().optional(),
    })
    .optional(),
  videoRecordingUrl: z.string().optional(),
  /** Seconds from the caller's joining to the first picture, as the caller's page measured it. */
  videoRecordingStartDelaySeconds: z.number().optional(),
  variableValues: z.record(z.string(), z.unknown()).optional(),
  performanceMetrics: z
    .looseObject({
      turnLatencies: z.array(TurnLatency),
      modelLatencyAverage: z.number(),
      voiceLatencyAverage: z.number(),
      transcriberLatencyAverage: z.number(),
      endpointingLatencyAverage: z.number(),
      turnLatencyAverage: z.number(),
      numUserInterrupted: z.number(),
    })
    .optional(),
});
export type Artifact = z.infer<typeof Artifact>;

/** Of calls by phone, and of what is more than an assistant. */
const TelephonyFields = {
  squadId: Id.optional(),
  squad: z.looseObject({}).optional(),
  squadOverrides: z.looseObject({}).optional(),
  workflowId: Id.optional(),
  workflow: z.looseObject({}).optional(),
  workflowOverrides: z.looseObject({}).optional(),
  phoneNumberId: Id.optional(),
  phoneNumber: z.looseObject({}).optional(),
  customerId: Id.optional(),
  customer: z.looseObject({}).optional(),
  campaignId: Id.optional(),
  schedulePlan: z.looseObject({ earliestAt: z.string(), latestAt: z.string().optional() }).optional(),
  phoneCallProvider: z.enum(["twilio", "vonage", "vapi", "telnyx"]).optional(),
  phoneCallProviderId: z.string().optional(),
  phoneCallTransport: z.enum(["sip", "pstn"]).optional(),
  /** Where it was handed to. */
  destination: z.looseObject({ type: z.string() }).optional(),
  /** `recordingConsent`: how and when it was given. */
  compliance: z.looseObject({}).optional(),
  subscriptionLimits: SubscriptionLimits.optional(),
};

export const Call = z.looseObject({
  ...EntityFields,
  type: z.enum(CALL_TYPES),
  status: z.enum(CALL_STATUSES),
  name: z.string().max(NAME_MAX_CHARACTERS).optional(),
  endedReason: z.string().optional(),
  endedMessage: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  assistantId: Id.optional(),
  /** Version that answered, "v3"; absent for an inline assistant. */
  assistantVersion: z.string().optional(),
  /** The assistant that answered, with overrides applied. */
  assistant: z.looseObject({}).optional(),
  assistantOverrides: z.looseObject({}).optional(),
  /** Only in the answer of POST /call/web. */
  webCallUrl: z.string().optional(),
  transport: z
    .looseObject({
      provider: z.string(),
      callUrl: z.string().optional(),
      /** STUN and TURN servers the caller may use, as WebRTC takes them. Ours. */
      iceServers: z
        .array(z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }))
        .optional(),
    })
    .optional(),
  artifactPlan: ArtifactPlan.optional(),
  artifact: Artifact.optional(),
  messages: z.array(CallMessage).optional(),
  analysis: CallAnalysis.optional(),
  monitor: CallMonitor.optional(),
  /** US dollars. */
  cost: z.number().optional(),
  costBreakdown: CostBreakdown.optional(),
  costs: z.array(Cost).optional(),
  ...TelephonyFields,
});
export type Call = z.infer<typeof Call>;

/** Exactly one target is needed; a string id or an inline object. */
export const CreateWebCall = z.strictObject({
  assistantId: Id.optional(),
  assistant: CreateAssistant.optional(),
  assistantOverrides: AssistantOverrides.optional(),
  squadId: Id.optional(),
  squad: CreateSquad.optional(),
  /** On top of the overrides of the squad and of its members. */
  squadOverrides: AssistantOverrides.optional(),
  workflowId: Id.optional(),
  workflow: CreateWorkflow.optional(),
  workflowOverrides: WorkflowOverrides.optional(),
  /** Default true: the call ends when the caller leaves. */
  roomDeleteOnUserLeaveEnabled: z.boolean().optional(),
});
export type CreateWebCall = z.infer<typeof CreateWebCall>;

export const UpdateCall = z.strictObject({ name: z.string().min(1).max(NAME_MAX_CHARACTERS).nullable().optional() });

/** Body of DELETE /call/{id}. With `ids` these are deleted, all or none, and the id of the path is not looked at; the first is answered. */
export const DeleteCalls = z.strictObject({ ids: z.array(Id).min(1).max(1000).optional() });
export type DeleteCalls = z.infer<typeof DeleteCalls>;

export const callRoutes = defineRoutes({
  createWebCall: {
    method: "POST",
    path: "/call/web",
    scope: "public",
    role: "viewer",
    body: CreateWebCall,
    response: Call,
    status: 201,
    summary: "Create a web call; join it at webCallUrl",
  },
  listCalls: {
    method: "GET",
    path: "/call",
    scope: "private",
    role: "viewer",
    query: z.object({ ...ListQuery.shape, id: Id.optional(), assistantId: Id.optional(), phoneNumberId: Id.optional() }),
    response: z.array(Call),
    status: 200,
    summary: "List calls, newest first",
  },
  getCall: {
    method: "GET",
    path: "/call/{id}",
    scope: "private",
    role: "viewer",
    response: Call,
    status: 200,
    summary: "Get a call",
  },
  listCallEvents: {
    method: "GET",
    path: "/call/{id}/event",
    scope: "private",
    role: "viewer",
    query: z.object({ afterSeq: z.coerce.number().int().min(-1).default(-1) }),
    response: z.array(CallEvent),
    status: 200,
    summary: "List what happened in a call, in order",
  },
  updateCall: {
    method: "PATCH",
    path: "/call/{id}",
    scope: "private",
    role: "editor",
    body: UpdateCall,
    response: Call,
    status: 200,
    summary: "Rename a call",
  },
  endCall: {
    method: "POST",
    path: "/call/{id}/end",
    scope: "private",
    role: "editor",
    response: Call,
    status: 200,
    summary: "End a running call",
  },
  controlCall: {
    method: "POST",
    path: "/call/{id}/control",
    scope: "private",
    role: "editor",
    body: CallControl,
    response: z.void(),
    status: 200,
    summary: "Steer a running call: say something, mute the assistant, add a message, hang up",
  },
  deleteCall: {
    method: "DELETE",
    path: "/call/{id}",
    scope: "private",
    role: "editor",
    body: DeleteCalls.optional(),
    response: Call,
    status: 200,
    summary: "Delete an ended call, or those of the body's ids; they can be restored for 30 days",
  },
  restoreCall: {
    method: "POST",
    path: "/call/{id}/restore",
    scope: "private",
    role: "editor",
    response: Call,
    status: 200,
    summary: "Bring a deleted call back",
  },
});
