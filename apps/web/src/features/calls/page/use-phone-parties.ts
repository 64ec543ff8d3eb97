import type { Call } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { withExtension } from "./with-extension.ts";

/** Both sides of a phone call: the customer, and the organization's number by its name. Undefined while unknown, and for other calls. */
export function usePhoneParties({ type, customer, phoneNumberId }: Call): { from: string | undefined; to: string | undefined } {
  const { t } = useTranslation();
  const numbers = useReferred(referenceTo("phone-numbers"), phoneNumberId === undefined ? [] : [phoneNumberId]);
  const number = phoneNumberId === undefined ? undefined : numbers.get(phoneNumberId);
  const own = number && nameOfEntity(number);
  const named = textOf(customer?.name) ?? textOf(customer?.number) ?? textOf(customer?.sipUri);
  const theirs = withExtension(named, customer?.extension, t);
  return type === "inboundPhoneCall" ? { from: theirs, to: own } : { from: own, to: theirs };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
