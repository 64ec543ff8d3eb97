import { PlatformError } from "@callwright/contract";
import type { CarrierTexts, OutgoingText, PhoneLine } from "../phone-line.ts";
import type { CarrierFailure, CarrierNumber, CarrierSpec } from "./carrier-spec.ts";

/** Of one message. Longer texts are sent as several. */
const TEXT_MAX_CHARACTERS = 1_600;

interface CarrierTextOptions {
  problemOf: NonNullable<CarrierSpec["problemOf"]>;
  numberOf(id: string): Promise<CarrierNumber | undefined>;
  open(number: CarrierNumber): Promise<unknown>;
  limits: Pick<PhoneLine, "admit">;
  /** Logs the error of a request. */
  tell(error: unknown, from: OutgoingText["from"]): CarrierFailure;
}

/** Text messages of a carrier's numbers. */
export function createCarrierTexts(
  send: NonNullable<CarrierSpec["sendText"]>,
  { problemOf, numberOf, open, limits, tell }: CarrierTextOptions,
): CarrierTexts {
  return {
    problemOf,

    requireAllowed: (orgId, from, to) => limits.admit(orgId, from, to, true),

    async send({ orgId, from, to, text }) {
      const number = await numberOf(from.id);
      if (!number) throw new PlatformError("provider-refused", { reason: "The number was removed." });
      const api = await open(number);
      for (const body of textParts(text)) {
        await limits.admit(orgId, from, to);
        try {
          await send(api, { from: number.number.number, to, body });
        } catch (error) {
          const { code, message } = tell(error, from);
          throw new PlatformError(code === undefined ? "provider-failed" : "provider-refused", { reason: message });
        }
      }
    },
  };
}

/** The text in parts that carriers take, each of whole words where it can be. */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > TEXT_MAX_CHARACTERS) {
    const space = rest.slice(0, TEXT_MAX_CHARACTERS + 1).search(/\s\S*$/);
    const end = space > 0 ? space : TEXT_MAX_CHARACTERS;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}
