/**
 * Why a call ended: the sentence a person reads and what to do about it.
 * The platform's reasons are open-ended strings; unknown ones are classified by their parts.
 */
export interface EndedReasonText {
  sentence: string;
  advice: string;
  fault: "none" | "caller" | "assistant" | "provider" | "platform";
}

const KNOWN: Record<string, EndedReasonText> = {
  "customer-ended-call": { sentence: "The customer hung up.", advice: "Nothing to fix.", fault: "none" },
  "assistant-ended-call": { sentence: "The assistant hung up.", advice: "Nothing to fix.", fault: "none" },
  "assistant-ended-call-after-message-spoken": {
    sentence: "The assistant hung up after its last message.",
    advice: "Nothing to fix.",
    fault: "none",
  },
  "assistant-said-end-call-phrase": {
    sentence: "The assistant said one of its end-call phrases.",
    advice: "If that was too early, make the phrase under Advanced more specific.",
    fault: "none",
  },
  "exceeded-max-duration": {
    sentence: "The call reached its longest allowed duration.",
    advice: "Raise the maximum duration under Advanced if calls should last longer.",
    fault: "assistant",
  },
  "silence-timed-out": {
    sentence: "Nobody spoke for too long.",
    advice: "Check that the caller could be heard, or raise the silence time-out under Advanced.",
    fault: "caller",
  },
  "manually-canceled": {
    sentence: "The call was ended from the dashboard or the API.",
    advice: "Nothing to fix.",
    fault: "none",
  },
  "customer-did-not-answer": {
    sentence: "Nobody joined the call.",
    advice: "The page has a minute to join after the call is created. Check its network and its microphone permission.",
    fault: "caller",
  },
  "customer-did-not-give-microphone-permission": {
    sentence: "The caller's browser did not allow the microphone.",
    advice: "Ask the caller to allow it in the address bar, or to type instead.",
    fault: "caller",
  },
  "call.in-progress.error-assistant-did-not-receive-customer-audio": {
    sentence: "The assistant never received sound from the caller.",
    advice: "Check the caller's microphone and that UDP can pass between the browser and this server.",
    fault: "caller",
  },
  "call.in-progress.error-vapifault-transport-never-connected": {
    sentence: "The browser and the server could not reach each other.",
    advice: "Open the UDP port range on the server, set PUBLIC_IP behind NAT, or configure a TURN server.",
    fault: "platform",
  },
  "call.in-progress.error-vapifault-worker-died": {
    sentence: "The process that hosted the call died.",
    advice: "The server log has the cause under this call's id. Other calls were not affected.",
    fault: "platform",
  },
  "worker-shutdown": {
    sentence: "The server was stopped while the call was running.",
    advice: "Nothing to fix in the assistant.",
    fault: "platform",
  },
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
  customerDidNotAnswer: "customer-did-not-answer",
  transportNeverConnected: "call.in-progress.error-vapifault-transport-never-connected",
  workerDied: "call.in-progress.error-vapifault-worker-died",
  workerShutdown: "worker-shutdown",
} as const;

/**
 * What is told of an end with `customer-ended-call` whose caller did not hang up. The platform has no reason of its own for it; all that
 * a server knows is that the caller has stopped answering, not why.
 */
export const CALLER_GONE = {
  lost: "The connection to the caller was lost.",
  stayedAway: "The caller left, and did not come back.",
} as const;

const GONE: Record<string, EndedReasonText> = {
  [CALLER_GONE.lost]: {
    sentence: CALLER_GONE.lost,
    advice:
      "The caller's network or browser failed. Calls with roomDeleteOnUserLeaveEnabled: false wait a minute for the caller to come back.",
    fault: "caller",
  },
  [CALLER_GONE.stayedAway]: {
    sentence: CALLER_GONE.stayedAway,
    advice: "The call waited a minute for its caller, as it was asked to.",
    fault: "none",
  },
};

/** `part` is `llm`, `voice` or `transcriber`. */
export function providerFailedReason(provider: string, part: "llm" | "voice" | "transcriber"): string {
  return `call.in-progress.error-providerfault-${provider}-${part}-failed`;
}

/** Explain any ended reason, known or not. `endedMessage`: what is known of this very end. */
export function explainEndedReason(endedReason: string, endedMessage?: string): EndedReasonText {
  const gone = endedReason === ENDED_REASONS.customerEndedCall ? GONE[endedMessage ?? ""] : undefined;
  const known = gone ?? KNOWN[endedReason];
  if (known) return known;
  const provider = /providerfault-(.+)-(llm|voice|transcriber|video)-failed$/.exec(endedReason);
  if (provider)
    return {
      sentence: `The ${provider[2] === "llm" ? "model" : provider[2]} of ${provider[1]} failed.`,
      advice: "Check its key, its address and its limits, or choose another under Assistant.",
      fault: "provider",
    };
  if (endedReason.includes("error"))
    return { sentence: "The call ended with an error.", advice: `The platform calls it '${endedReason}'.`, fault: "platform" };
  return { sentence: `The call ended: ${endedReason}.`, advice: "Nothing to fix.", fault: "none" };
}
