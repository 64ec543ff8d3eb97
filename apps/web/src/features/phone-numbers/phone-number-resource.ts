import { CreatePhoneNumber, type PhoneNumber } from "@callwright/contract";
import { createElement, lazy } from "react";
import { humanValue } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";
import { Answerer } from "../handset/Answerer.tsx";
import { answererOf } from "../handset/answerer-of.ts";
import { AddNumber } from "./AddNumber.tsx";

const PhoneTab = lazy(async () => ({ default: (await import("./PhoneTab.tsx")).PhoneTab }));

/** Numbers, and the agents that answer them. */
export const phoneNumberResource = defineResource({
  name: "PhoneNumber",
  path: "phone-numbers",
  texts: "phoneNumbers",
  schema: CreatePhoneNumber,
  initial: { provider: "twilio" },
  nameOf: (number) => number.name || numberOf(number),
  columns: [
    { id: "number", text: (number) => numberOf(number) ?? "", width: "180px" },
    {
      id: "provider",
      text: ({ provider }, t) => (provider === "vapi" ? t("phoneNumbers.values.vapi") : humanValue(provider)),
      width: "150px",
      from: "wide",
    },
    {
      id: "answers",
      text: (number, t) => t(`phoneNumbers.answerers.${answererOf(number)?.to ?? "server"}`),
      render: (number) => createElement(Answerer, { number }),
      width: "200px",
    },
  ],
  mainFields: ["number", "credentialId", "twilioAuthToken", "sipUri", "ringSeconds", "outcomes"],
  tabs: [{ id: "phone", component: PhoneTab, isFirst: true }],
  createAction: AddNumber,
});

function numberOf(number: PhoneNumber): string | undefined {
  return number.number ?? (number.provider === "vapi" ? number.sipUri : undefined);
}
