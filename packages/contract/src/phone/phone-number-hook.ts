import { z } from "zod";
import { PhoneDestination } from "../tool/transfer-destination.ts";
import { objectList } from "../wire/objects.ts";

/** Only the first action of a hook runs. */
const Action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("transfer"), destination: PhoneDestination.optional() }),
  z.strictObject({ type: z.literal("say"), exact: z.string().max(4000).meta({ title: "Text" }) }),
]);
const Actions = z.array(Action).min(1).max(100);

/** Why a call to a number was not answered. */
const UNANSWERED_REASONS = [
  "assistant-request-failed",
  "assistant-request-returned-error",
  "assistant-request-returned-unspeakable-error",
  "assistant-request-returned-invalid-assistant",
  "assistant-request-returned-no-assistant",
  "assistant-request-returned-forwarding-phone-number",
] as const;

/** Actions of a number when a call rings, or ends unanswered. */
export const PhoneNumberHook = z.discriminatedUnion("on", [
  z.strictObject({
    on: z.literal("call.ringing"),
    filters: objectList(100, {
      type: z.literal("startsWith"),
      key: z.literal("number"),
      /** Prefixes of the caller's number, without the `+`. */
      startsWith: z.array(z.string().min(1).max(20)).min(1).max(1000),
    }).optional(),
    do: Actions,
  }),
  z.strictObject({
    on: z.literal("call.ending"),
    filters: objectList(100, {
      type: z.literal("oneOf"),
      key: z.literal("call.endedReason"),
      oneOf: z.array(z.enum(UNANSWERED_REASONS)).min(1),
    }).optional(),
    do: Actions.optional(),
  }),
]);
export type PhoneNumberHook = z.infer<typeof PhoneNumberHook>;
