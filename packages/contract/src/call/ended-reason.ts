/**
 * Why a call ended: a sentence for people and how to fix it.
 * The platform can send any string; unknown reasons are classified by their parts.
 */
export interface EndedReasonText {
  sentence: string;
  advice: string;
  fault: "none" | "caller" | "assistant" | "provider" | "platform";
}

export const NOTHING_TO_FIX = "Nothing to fix.";

/** Reasons that share a party. Default advice: nothing to fix. */
function faultOf(
  fault: EndedReasonText["fault"],
  ends: Record<string, { sentence: string; advice?: string }>,
): Record<string, EndedReasonText> {
  return Object.fromEntries(Object.entries(ends).map(([reason, end]) => [reason, { advice: NOTHING_TO_FIX, ...end, fault }]));
}

const KNOWN: Record<string, EndedReasonText> = {
  ...faultOf("none", {
    "customer-ended-call": { sentence: "The customer hung up." },
    "assistant-ended-call": { sentence: "The assistant hung up." },
    "assistant-ended-call-after-message-spoken": { sentence: "The assistant hung up after its last message." },
    "manually-canceled": { sentence: "The call was ended from the dashboard or the API." },
    "assistant-forwarded-call": { sentence: "The call was passed on to another telephone." },
    "customer-ended-call-during-transfer": { sentence: "The customer hung up while the other telephone rang." },
    "customer-ended-call-after-warm-transfer-attempt": {
      sentence: "The customer hung up after a transfer that came to nothing.",
    },
    "assistant-request-returned-forwarding-phone-number": {
      sentence: "The server that was to choose who answers passed the call on to another telephone.",
    },
    "call.ringing.hook-executed-say": { sentence: "A hook of the phone number said its text instead of answering." },
    "call.ringing.hook-executed-transfer": { sentence: "A hook of the phone number passed the call on to another telephone." },
    "scheduled-call-deleted": { sentence: "The scheduled call was deleted before it started." },
    "assistant-said-end-call-phrase": {
      sentence: "The assistant said one of its end-call phrases.",
      advice: "If that was too early, make the phrase under Advanced more specific.",
    },
    "silence-timed-out": {
      sentence: "Nobody spoke for too long.",
      advice: "Raise the silence timeout under Advanced if callers need longer to answer.",
    },
    voicemail: { sentence: "A mailbox answered.", advice: "Call again at another time." },
    "customer-ended-call-before-warm-transfer": {
      sentence: "The customer hung up before they were connected.",
      advice: "Shorten what the operator hears first.",
    },
    "assistant-request-returned-error": {
      sentence: "The server that was to choose who answers refused the call.",
      advice: "Nothing to fix here: the caller heard why.",
    },
    "call.ending.hook-executed-say": {
      sentence: "Nobody could answer, and a hook of the phone number said its text.",
      advice: "Look at the server of the phone number under Webhooks.",
    },
    "call.ending.hook-executed-transfer": {
      sentence: "Nobody could answer, and a hook of the phone number passed the call on to another telephone.",
      advice: "Look at the server of the phone number under Webhooks.",
    },
    "call.in-progress.error-warm-transfer-assistant-cancelled": {
      sentence: "The operator did not take the call, and the transfer assistant canceled the transfer.",
      advice: "The log of the call has what the operator and the assistant said.",
    },
    "customer-busy": {
      sentence: "The line was busy.",
      advice: "Call again later.",
    },
    // Of a page that did not join, the message says so.
    "customer-did-not-answer": { sentence: "Nobody answered.", advice: "Call again at another time." },
  }),
  ...faultOf("caller", {
    "call.in-progress.error-warm-transfer-silence-timeout": {
      sentence: "The operator said nothing to the transfer assistant.",
      advice: "Raise transferAssistant.silenceTimeoutSeconds, or name another destination.",
    },
    "call.forwarding.operator-busy": {
      sentence: "The telephone that the call was passed on to was busy.",
      advice: "Name another destination, or let the assistant go on (fallbackPlan.endCallEnabled).",
    },
    "call.forwarding.no-answer": {
      sentence: "Nobody answered at the telephone that the call was passed on to.",
      advice: "Name another destination, or let the assistant go on (fallbackPlan.endCallEnabled).",
    },
    "twilio-reported-customer-misdialed": {
      sentence: "The customer's number does not exist.",
      advice: "Check the number.",
    },
    "customer-did-not-give-microphone-permission": {
      sentence: "The caller's browser did not allow the microphone.",
      advice: "Ask the caller to allow it in the address bar, or to type instead.",
    },
    "call.in-progress.error-assistant-did-not-receive-customer-audio": {
      sentence: "The assistant received no audio from the caller.",
      advice: "Check the caller's microphone and that UDP can pass between the browser and this server.",
    },
  }),
  ...faultOf("assistant", {
    "exceeded-max-duration": {
      sentence: "The call reached its maximum length.",
      advice: "Raise the maximum call length under Advanced if calls should last longer.",
    },
    "assistant-request-failed": {
      sentence: "The server that was to choose who answers did not answer in time.",
      advice: "Check the server of the phone number, which has 7.5 seconds, under Webhooks.",
    },
    "assistant-request-returned-unspeakable-error": {
      sentence: "The server that was to choose who answers refused the call with an error that is no text.",
      advice: "Answer with a text in error.",
    },
    "assistant-request-returned-invalid-assistant": {
      sentence: "The server that was to choose who answers named an assistant that does not work.",
      advice: "Compare its answer with the documentation under Webhooks.",
    },
    "assistant-request-returned-no-assistant": {
      sentence: "The server that was to choose who answers named nobody.",
      advice: "Let it answer with an assistant, a squad, a workflow or a destination.",
    },
    "call-start-error-neither-assistant-nor-server-set": {
      sentence: "Nobody answers this number.",
      advice: "Choose an assistant, a squad, a workflow or a server for the phone number.",
    },
    "call.in-progress.error-transfer-failed": {
      sentence: "The call could not be passed on.",
      advice: "Name another destination. SIP addresses need a number of a SIP trunk, and a host that the organization allows.",
    },
    "call.in-progress.error-warm-transfer-max-duration": {
      sentence: "The transfer assistant and the operator talked for too long.",
      advice: "Raise transferAssistant.maxDurationSeconds, or let its prompt decide sooner.",
    },
    "call.start.error-get-resources-validation": {
      sentence: "The scheduled call could not start: it was refused at its time.",
      advice: "Check the message of the call, its assistant, its phone number, its customer, the budget and the quotas.",
    },
  }),
  ...faultOf("platform", {
    "scheduled-call-expired": {
      sentence: "The scheduled call could not start in time.",
      advice: "Give it a later latestAt, and check that the server runs at that time.",
    },
    "call.start.error-subscription-concurrency-limit-reached": {
      sentence: "All of the organization's concurrent calls were in use until it was too late.",
      advice:
        "Raise concurrencyLimit of the organization, or ORG_CONCURRENT_CALLS of the server, or schedule fewer calls at a time.",
    },
    "call.in-progress.error-sip-outbound-call-failed-to-connect": {
      sentence: "The phone call could not be connected.",
      advice: "Check the customer's number and the line of the calling number.",
    },
    "call.in-progress.error-sip-inbound-call-failed-to-connect": {
      sentence: "The call of a SIP trunk could not be taken.",
      advice: "The message of the call has the cause. Codecs are set in the trunk or the PBX that calls (docs/sip.md).",
    },
    "twilio-failed-to-connect-call": {
      sentence: "Twilio could not connect the call.",
      advice: "Run the checks of the phone number, and look the call up in Twilio's console.",
    },
    "phone-call-provider-closed-websocket": {
      sentence: "The carrier's sound stopped.",
      advice: "Look the call up in the carrier's console, and check that its websocket to this server is not cut off.",
    },
    "call.in-progress.error-vapifault-transport-never-connected": {
      sentence: "The browser and the server could not reach each other.",
      advice: "Open the UDP port range on the server, set PUBLIC_IP behind NAT, or configure a TURN server.",
    },
    "call.in-progress.error-vapifault-worker-died": {
      sentence: "The process that hosted the call died.",
      advice: "Search the server log for this call's id to find the cause.",
    },
    "worker-shutdown": {
      sentence: "The server was stopped while the call was running.",
      advice: "Nothing to fix in the assistant.",
    },
  }),
};

/** The reasons this server gives, as constants. */
export const ENDED_REASONS = {
  customerEndedCall: "customer-ended-call",
  assistantEndedCall: "assistant-ended-call",
  assistantEndedCallAfterMessageSpoken: "assistant-ended-call-after-message-spoken",
  assistantSaidEndCallPhrase: "assistant-said-end-call-phrase",
  exceededMaxDuration: "exceeded-max-duration",
  silenceTimedOut: "silence-timed-out",
  manuallyCanceled: "manually-canceled",
  scheduledCallDeleted: "scheduled-call-deleted",
  scheduledCallExpired: "scheduled-call-expired",
  noConcurrencyLeft: "call.start.error-subscription-concurrency-limit-reached",
  resourcesInvalid: "call.start.error-get-resources-validation",
  customerDidNotAnswer: "customer-did-not-answer",
  customerBusy: "customer-busy",
  voicemail: "voicemail",
  assistantForwardedCall: "assistant-forwarded-call",
  customerEndedDuringTransfer: "customer-ended-call-during-transfer",
  customerEndedBeforeWarmTransfer: "customer-ended-call-before-warm-transfer",
  customerEndedAfterTransferAttempt: "customer-ended-call-after-warm-transfer-attempt",
  assistantRequestFailed: "assistant-request-failed",
  assistantRequestError: "assistant-request-returned-error",
  assistantRequestUnspeakableError: "assistant-request-returned-unspeakable-error",
  assistantRequestInvalid: "assistant-request-returned-invalid-assistant",
  assistantRequestEmpty: "assistant-request-returned-no-assistant",
  assistantRequestForwarded: "assistant-request-returned-forwarding-phone-number",
  nobodyAnswers: "call-start-error-neither-assistant-nor-server-set",
  ringingHookSaid: "call.ringing.hook-executed-say",
  ringingHookTransferred: "call.ringing.hook-executed-transfer",
  endingHookSaid: "call.ending.hook-executed-say",
  endingHookTransferred: "call.ending.hook-executed-transfer",
  transferFailed: "call.in-progress.error-transfer-failed",
  transferCanceled: "call.in-progress.error-warm-transfer-assistant-cancelled",
  transferTooLong: "call.in-progress.error-warm-transfer-max-duration",
  transferSilent: "call.in-progress.error-warm-transfer-silence-timeout",
  operatorBusy: "call.forwarding.operator-busy",
  operatorDidNotAnswer: "call.forwarding.no-answer",
  twilioNotConnected: "twilio-failed-to-connect-call",
  twilioMisdialed: "twilio-reported-customer-misdialed",
  carrierClosedStream: "phone-call-provider-closed-websocket",
  phoneNotConnected: "call.in-progress.error-sip-outbound-call-failed-to-connect",
  phoneNotTaken: "call.in-progress.error-sip-inbound-call-failed-to-connect",
  transportNeverConnected: "call.in-progress.error-vapifault-transport-never-connected",
  workerDied: "call.in-progress.error-vapifault-worker-died",
  workerShutdown: "worker-shutdown",
} as const;

/**
 * Messages of `customer-ended-call` when the caller did not hang up. The platform has no separate reason for it, and the
 * server only knows that the caller stopped responding.
 */
export const CALLER_GONE = {
  lost: "The connection to the caller was lost.",
  stayedAway: "The caller left and did not come back.",
} as const;

/** Messages that tell the ends of phone calls apart. The platform has one reason for a busy line and a declined call. */
export const PHONE_UNANSWERED = {
  declined: "The customer declined the call.",
  noAnswer: "The phone rang, and nobody answered.",
} as const;

/** The message of `customerDidNotAnswer` when it was no telephone that did not answer. */
export const NOBODY_JOINED = "Nobody joined the call.";

/** The message of `workerDied` when the process was alive but did not respond. */
export const WORKER_STALLED = "The process that hosted the call stopped answering.";

/** Ended reasons whose message is more exact than the reason: it is the sentence. */
const TOLD_BY_MESSAGE: Record<string, Omit<EndedReasonText, "sentence">> = {
  [WORKER_STALLED]: {
    advice: "The server ran short of CPU or memory. Add more, or lower CALL_HOST_MAX_CALLS.",
    fault: "platform",
  },
  [NOBODY_JOINED]: {
    advice: "The page has a minute to join after the call is created. Check its network and its microphone permission.",
    fault: "caller",
  },
  [PHONE_UNANSWERED.declined]: { advice: NOTHING_TO_FIX, fault: "none" },
  [PHONE_UNANSWERED.noAnswer]: { advice: "Call again at another time.", fault: "none" },
  [CALLER_GONE.lost]: {
    advice:
      "The caller's network or browser failed. Calls with roomDeleteOnUserLeaveEnabled: false wait a minute for the caller to come back.",
    fault: "caller",
  },
  [CALLER_GONE.stayedAway]: { advice: "The call waited a minute for the caller.", fault: "none" },
};

const NEVER_HEARD: EndedReasonText = {
  sentence: "The caller said nothing.",
  advice: "Check the caller's microphone, or raise the silence timeout under Advanced if callers need longer to answer.",
  fault: "caller",
};

/** `part` is `llm`, `voice` or `transcriber`. */
export function providerFailedReason(provider: string, part: "llm" | "voice" | "transcriber"): string {
  return `call.in-progress.error-providerfault-${provider}-${part}-failed`;
}

/**
 * Explains any ended reason. `endedMessage`: details of this call's end. `wasCallerHeard`: the caller said something.
 * `nameOf`: a provider's name by its id.
 */
export function explainEndedReason(
  endedReason: string,
  endedMessage?: string,
  wasCallerHeard?: boolean,
  nameOf: (provider: string) => string = (provider) => provider,
): EndedReasonText {
  if (endedReason === ENDED_REASONS.silenceTimedOut && wasCallerHeard === false) return NEVER_HEARD;
  const told = TOLD_BY_MESSAGE[endedMessage ?? ""];
  if (told) return { sentence: endedMessage ?? "", ...told };
  const known = KNOWN[endedReason];
  if (known) return known;
  const [, provider, part] = /providerfault-(.+)-(llm|voice|transcriber|video)-failed$/.exec(endedReason) ?? [];
  if (provider)
    return {
      sentence: `The ${part === "llm" ? "model" : part} failed (${nameOf(provider)}).`,
      advice: "Check its key, URL and limits, or choose another provider.",
      fault: "provider",
    };
  if (endedReason.includes("error"))
    return { sentence: "The call ended with an error.", advice: `The platform calls it '${endedReason}'.`, fault: "platform" };
  return { sentence: `The call ended: ${endedReason}.`, advice: NOTHING_TO_FIX, fault: "none" };
}

export const ENDED_BY = ["caller", "assistant", "provider", "platform", "nobody"] as const;
type EndedBy = (typeof ENDED_BY)[number];

const NOT_ANSWERED: ReadonlySet<string> = new Set([
  ENDED_REASONS.customerDidNotAnswer,
  ENDED_REASONS.customerBusy,
  ENDED_REASONS.twilioMisdialed,
]);

/**
 * The party that ends a call with this reason. `platform`: this server, the network, or a member of the organization. `nobody`: the call was
 * not answered.
 */
export function endedBy(endedReason: string): EndedBy {
  if (endedReason.includes("providerfault")) return "provider";
  if (NOT_ANSWERED.has(endedReason)) return "nobody";
  if (/^(?:customer-|voicemail)/.test(endedReason) || endedReason === ENDED_REASONS.silenceTimedOut) return "caller";
  if (/^assistant-/.test(endedReason) || endedReason === ENDED_REASONS.exceededMaxDuration) return "assistant";
  return "platform";
}
