import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { CostBreakdown, CostFields } from "../cost/cost.ts";
import { CARRIER_PROVIDERS } from "../phone/phone-number.ts";
import { ArtifactPlan } from "../plan/artifact-plan.ts";
import { StartAt } from "../squad/start-at.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { ListQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { WorkflowOverrides } from "../workflow/workflow.ts";
import { NewCallTarget } from "./agent-target.ts";
import { CallControl } from "./call-control.ts";
import { CallEvent } from "./call-event.ts";
import { callNoun } from "./call-noun.ts";
import { CallAnalysis, CallMonitor, CallOutcome, SubscriptionLimits } from "./call-outcome.ts";
import { CALL_STATUSES } from "./call-status.ts";
import { StoredArtifact } from "./stored-artifact.ts";

export const CALL_TYPES = ["inboundPhoneCall", "outboundPhoneCall", "webCall", "vapi.websocketCall"] as const;
export type CallType = (typeof CALL_TYPES)[number];

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

/** Milliseconds, per turn. `turnLatency` is the caller's whole wait. */
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
      /** `combinedUrl`: both sides in one channel. */
      mono: z
        .looseObject({
          combinedUrl: z.string().optional(),
          assistantUrl: z.string().optional(),
          customerUrl: z.string().optional(),
        })
        .optional(),
      videoUrl: z.string().optional(),
      videoRecordingStartDelaySeconds: z.number().optional(),
    })
    .optional(),
  /** The events of the call, as JSON lines. */
  logUrl: z.string().optional(),
  /** Where the files of the call are stored, if the organization has its own storage. Callwright only. */
  storage: z.array(StoredArtifact).optional(),
  videoRecordingUrl: z.string().optional(),
  /** Seconds from joining to the first video frame, measured by the caller's page. */
  videoRecordingStartDelaySeconds: z.number().optional(),
  variableValues: z.record(z.string(), z.unknown()).optional(),
  structuredOutputs: CallOutcome.shape.structuredOutputs.optional(),
  skippedStructuredOutputs: CallOutcome.shape.skippedStructuredOutputs.optional(),
  structuredOutputsLastUpdatedAt: z.string().optional(),
  scorecards: CallOutcome.shape.scorecards.optional(),
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

export const CallCompliance = z.looseObject({
  recordingConsent: z.looseObject({ type: z.string(), grantedAt: z.string().optional() }).optional(),
  /** The conversation is not stored. Callwright only, as the next one. */
  hipaaEnabled: z.boolean().optional(),
  pciEnabled: z.boolean().optional(),
});
export type CallCompliance = z.infer<typeof CallCompliance>;

/** Data by which the call's creator finds it again in the call and in its messages. */
export const CallMetadata = z.record(z.string().max(200), z.unknown());

/** For phone calls, squads and workflows. */
const TelephonyFields = {
  squadId: Id.optional(),
  /** The squad's version, for example "v3". Absent for an inline squad and a draft. Callwright only, like `workflowVersion`. */
  squadVersion: z.string().optional(),
  squad: z.looseObject({}).optional(),
  squadOverrides: z.looseObject({}).optional(),
  workflowId: Id.optional(),
  workflowVersion: z.string().optional(),
  workflow: z.looseObject({}).optional(),
  workflowOverrides: z.looseObject({}).optional(),
  phoneNumberId: Id.optional(),
  phoneNumber: z.looseObject({}).optional(),
  customerId: Id.optional(),
  customer: z.looseObject({}).optional(),
  /** When the called phone began to ring. Callwright only. */
  ringingAt: z.string().optional(),
  campaignId: Id.optional(),
  schedulePlan: z.looseObject({ earliestAt: z.string(), latestAt: z.string().optional() }).optional(),
  phoneCallProvider: z.enum([...CARRIER_PROVIDERS, "vapi"]).optional(),
  phoneCallProviderId: z.string().optional(),
  phoneCallTransport: z.enum(["sip", "pstn"]).optional(),
  /** The transfer target. */
  destination: z.looseObject({ type: z.string() }).optional(),
  /** `recordingConsent`: how and when consent was given. */
  compliance: CallCompliance.optional(),
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
  metadata: CallMetadata.optional(),
  assistantId: Id.optional(),
  /** The assistant's version, for example "v3". Absent for an inline assistant and a draft. */
  assistantVersion: z.string().optional(),
  /** The assistant with overrides applied. */
  assistant: z.looseObject({}).optional(),
  assistantOverrides: z.looseObject({}).optional(),
  /** Of a call from a web page: its public token, and the page as far as the browser names it. Callwright only. */
  visitor: z.looseObject({ tokenId: Id, page: z.string().optional() }).optional(),
  /** Only in the response of POST /call/web. */
  webCallUrl: z.string().optional(),
  transport: z
    .looseObject({
      provider: z.string(),
      callUrl: z.string().optional(),
      /** The address of a call over `vapi.websocket`, only in the response of POST /call. It opens one websocket within a minute. */
      websocketCallUrl: z.string().optional(),
      /** STUN and TURN servers, in WebRTC's format. Callwright only. */
      iceServers: z
        .array(z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }))
        .optional(),
      /** A voice of the call shows a picture, which the room sends to a page that asks for video. */
      assistantVideoEnabled: z.boolean().optional(),
    })
    .optional(),
  artifactPlan: ArtifactPlan.optional(),
  artifact: Artifact.optional(),
  messages: z.array(CallMessage).optional(),
  analysis: CallAnalysis.optional(),
  /** Whether an ended call is analyzed. Callwright only. */
  analysisState: z.enum(["waiting", "done"]).optional(),
  monitor: CallMonitor.optional(),
  ...CostFields,
  costBreakdown: CostBreakdown.optional(),
  ...TelephonyFields,
});
export type Call = z.infer<typeof Call>;

/** Needs exactly one target: an id or an inline object. */
export const CreateWebCall = z.strictObject({
  type: z.literal("webCall").optional(),
  metadata: CallMetadata.optional(),
  ...NewCallTarget,
  assistantOverrides: AssistantOverrides.optional(),
  /** Applied after the overrides of the squad and of its members. */
  squadOverrides: AssistantOverrides.optional(),
  workflowOverrides: WorkflowOverrides.optional(),
  /** Name of the squad's member or the workflow's node with which the call starts. Default: the first one. Callwright only. */
  startAt: StartAt.optional(),
  /** Default true: the call ends when the caller leaves. */
  roomDeleteOnUserLeaveEnabled: z.boolean().optional(),
});
export type CreateWebCall = z.infer<typeof CreateWebCall>;

export const UpdateCall = z.strictObject({ name: z.string().min(1).max(NAME_MAX_CHARACTERS).nullable().optional() });

/** Body of DELETE /call/{id}. With `ids`, all of these or none are deleted, the path's id is ignored and the first one is returned. */
export const DeleteCalls = z.strictObject({ ids: z.array(Id).min(1).max(1000).optional() });

export const callRoutes = describeRoutes(callNoun.addresses, {
  createWebCall: {
    scope: "public",
    role: "viewer",
    body: CreateWebCall,
    response: Call,
    status: 201,
    summary: "Create a web call; join it at webCallUrl",
  },
  listCalls: {
    query: z.object({ ...ListQuery.shape, id: Id.optional(), assistantId: Id.optional(), phoneNumberId: Id.optional() }),
    response: z.array(Call),
    summary: "List calls, newest first",
  },
  getCall: {
    response: Call,
    summary: "Get a call",
  },
  listCallEvents: {
    query: z.object({ afterSeq: z.coerce.number().int().min(-1).default(-1) }),
    response: z.array(CallEvent),
    summary: "List the events of a call, in order",
  },
  updateCall: {
    body: UpdateCall,
    response: Call,
    summary: "Rename a call",
  },
  analyzeCall: {
    response: Call,
    summary: "Analyze an ended call again, by its assistant as it is now",
  },
  storeCallArtifacts: {
    response: Call,
    summary: "Store the files of an ended call in the organization's own storage now, those that failed before included",
  },
  endCall: {
    response: Call,
    summary: "End a running call",
  },
  controlCall: {
    body: CallControl,
    response: z.void(),
    summary: "Control a running call: say something, mute the assistant, add a message, hang up",
  },
  deleteCall: {
    body: DeleteCalls.optional(),
    response: Call,
    summary: "Delete an ended call, or the calls in ids; they can be restored for 30 days",
  },
  restoreCall: {
    response: Call,
    summary: "Restore a deleted call",
  },
});
