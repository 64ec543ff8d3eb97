import {
  ASSISTANT_DEFAULTS,
  type CreateAssistant,
  type FiringEvent,
  type Hook,
  type HookEvent,
  LOW_CONFIDENCE,
  SPEECH_TIMEOUT,
} from "@callwright/contract";

const { messagePlan: IDLE } = ASSISTANT_DEFAULTS;

/** The events of calls that hooks run on here. */
export const CALL_HOOK_EVENTS = [
  "call.ending",
  "call.timeElapsed",
  "assistant.speech.interrupted",
  "customer.speech.interrupted",
  "customer.speech.timeout",
  "assistant.transcriber.endpointedSpeechLowConfidence",
  "model.response.timeout",
] as const satisfies readonly HookEvent[];
export type CallHookEvent = (typeof CALL_HOOK_EVENTS)[number];

type HooksByEvent = { [On in CallHookEvent]: Extract<Hook, { on: On }> };
type HookOn<On extends CallHookEvent> = HooksByEvent[On];

/** A hook of an assistant. */
interface PlacedHook<Of extends Hook> {
  hook: Of;
  /** Its position in `hooks`; the idle messages have none. */
  index: number;
  /** Names the event in the call's log. */
  label: FiringEvent;
}
export type CallHook<On extends CallHookEvent = CallHookEvent> = PlacedHook<HookOn<On>>;

/** The hooks of an assistant that run in calls, including its idle messages. */
export function callHooksOf({ hooks = [], messagePlan }: Pick<CreateAssistant, "hooks" | "messagePlan">): CallHook[] {
  const own = hooks.flatMap((hook, index) => (runsInCalls(hook) ? [{ hook, index, label: hook.on }] : []));
  const exact = messagePlan?.idleMessages?.filter((message) => message.trim() !== "") ?? [];
  if (exact.length === 0) return own;
  const idle: HookOn<"customer.speech.timeout"> = {
    on: "customer.speech.timeout",
    do: [{ type: "say", exact }],
    options: {
      timeoutSeconds: messagePlan?.idleTimeoutSeconds ?? IDLE.idleTimeoutSeconds,
      triggerMaxCount: messagePlan?.idleMessageMaxSpokenCount ?? IDLE.idleMessageMaxSpokenCount,
      triggerResetMode: messagePlan?.idleMessageResetCountOnUserSpeechEnabled ? "onUserSpeech" : "never",
    },
  };
  return [...own, { hook: idle, index: hooks.length, label: "messagePlan.idleMessages" }];
}

export function hooksOn<On extends CallHookEvent>(hooks: readonly CallHook[], on: On): CallHook<On>[] {
  return hooks.filter((each): each is CallHook<On> => each.hook.on === on);
}

function runsInCalls(hook: Hook): hook is HookOn<CallHookEvent> {
  return (CALL_HOOK_EVENTS as readonly string[]).includes(hook.on);
}

/** Whether all filters accept this end of a call. `pipeline-error` matches every failure of a part. */
export function passesFilters({ filters = [] }: HookOn<"call.ending">, endedReason: string): boolean {
  const isError = endedReason.startsWith("pipeline-error") || endedReason.startsWith("call.in-progress.error");
  return filters.every(({ oneOf }) => oneOf.includes(endedReason) || (isError && oneOf.includes("pipeline-error")));
}

export function isLowConfidence(
  { options = {} }: HookOn<"assistant.transcriber.endpointedSpeechLowConfidence">,
  confidence: number,
): boolean {
  const { confidenceMin = LOW_CONFIDENCE.min, confidenceMax = LOW_CONFIDENCE.max } = options;
  return confidence >= confidenceMin && confidence <= confidenceMax;
}

export function speechTimeout({ options }: HookOn<"customer.speech.timeout">) {
  const {
    timeoutSeconds,
    triggerMaxCount = SPEECH_TIMEOUT.triggerMaxCount,
    triggerResetMode,
  } = options ?? SPEECH_TIMEOUT_OPTIONS;
  return { timeoutMs: timeoutSeconds * 1000, maxCount: triggerMaxCount, isResetBySpeech: triggerResetMode === "onUserSpeech" };
}

const SPEECH_TIMEOUT_OPTIONS: NonNullable<HookOn<"customer.speech.timeout">["options"]> = SPEECH_TIMEOUT;

/** Where the tool for a caller who does not consent to the recording stands among the tools of the hooks, see `HookTool`. */
export const DECLINE_TOOL_PLACE = "-1.0";
