import { ENDED_REASONS, type PhoneNumber, type PhoneNumberHook, spokenText } from "@callwright/contract";
import type { PhoneOpening } from "@callwright/engine/conversation";
import { briefingOf } from "../../tool/run/agents/transfer-outcome.ts";

type Action = NonNullable<PhoneNumberHook["do"]>[number];
type Destination = NonNullable<PhoneNumber["fallbackDestination"]>;

const NOT_REACHED = "I am sorry, nobody can be reached right now.";

/** What the number's hooks do when somebody calls. Undefined: nothing. */
export function openingOfRinging({ hooks = [], fallbackDestination }: PhoneNumber, from: string): PhoneOpening | undefined {
  const digits = from.replace(/^\+/, "");
  const hook = hooks.find(
    (each) =>
      each.on === "call.ringing" &&
      (each.filters ?? []).every(({ startsWith }) => startsWith.some((prefix) => digits.startsWith(prefix.replace(/^\+/, "")))),
  );
  return openingOf(hook?.do?.[0], fallbackDestination, {
    say: ENDED_REASONS.ringingHookSaid,
    transfer: ENDED_REASONS.ringingHookTransferred,
  });
}

/** The opening of a call that nobody answers, for this reason: a hook of the number, or else its fallback. Undefined: the call ends. */
export function openingOfUnanswered({ hooks = [], fallbackDestination }: PhoneNumber, reason: string): PhoneOpening | undefined {
  const hook = hooks.find(
    (each) =>
      each.on === "call.ending" && (each.filters ?? []).every(({ oneOf }) => (oneOf as readonly string[]).includes(reason)),
  );
  const reasons = { say: ENDED_REASONS.endingHookSaid, transfer: ENDED_REASONS.endingHookTransferred };
  const ofHook = openingOf(hook?.do?.[0], fallbackDestination, reasons);
  if (ofHook || !fallbackDestination) return ofHook;
  return openingTo(fallbackDestination, reason);
}

/** Only the first action of a hook runs. */
function openingOf(
  action: Action | undefined,
  fallback: Destination | undefined,
  reasons: { say: string; transfer: string },
): PhoneOpening | undefined {
  if (action?.type === "say") return { say: action.exact, endedReason: reasons.say };
  const destination = action?.destination ?? (action && fallback);
  return destination && openingTo(destination, reasons.transfer);
}

/** Transfers without a conversation. If the transfer fails, no assistant can continue the call. */
export function openingTo(destination: Destination, endedReason: string): PhoneOpening {
  const { transferPlan } = destination;
  if (transferPlan?.mode === "warm-transfer-twiml") return { say: NOT_REACHED, endedReason: ENDED_REASONS.transferFailed };
  const fallbackPlan = { message: NOT_REACHED, ...transferPlan?.fallbackPlan, endCallEnabled: true };
  const plan = { ...transferPlan, mode: transferPlan?.mode ?? ("blind-transfer" as const), fallbackPlan };
  const say = destination.message === undefined ? "" : spokenText(destination.message);
  const briefing = briefingOf(destination, []);
  const transfer = { destination: { ...destination, transferPlan: plan }, ...(briefing && { briefing }) };
  return { ...(say && { say }), transfer, endedReason };
}
