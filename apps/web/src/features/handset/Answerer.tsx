import type { PhoneNumber } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { ReferredName } from "../../resource/list/ReferredName.tsx";
import { answererOf } from "./answerer-of.ts";

/** The name of the agent that answers a number. */
export function Answerer({ number }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const answerer = answererOf(number);
  if (!answerer) return <>{t("phoneNumbers.answerers.server")}</>;
  return <ReferredName {...answerer} otherwise={t(`phoneNumbers.answerers.${answerer.to}`)} />;
}
