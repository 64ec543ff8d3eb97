import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import type { Problem } from "./auth-problems.ts";

/** The numbers in the sentences that have one. */
const LIMITS: Partial<Record<Problem<string>["key"], number>> = {
  nameTooLong: USER_FIELD_MAX_BYTES.name,
  passwordTooShort: PASSWORD_MIN_CHARACTERS,
  passwordTooLong: PASSWORD_MAX_CHARACTERS,
};

/** The sentence of a problem. Read once, when it arises: a time to wait is told with the clock's time, which stays true. */
export function useProblemText(): (problem: Problem<string>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ key, reason = "", retryAfterSeconds = 0 }) => {
    const until = Date.now() + retryAfterSeconds * 1000;
    return t(`auth.problems.${key}`, {
      reason,
      wait: format.ahead(retryAfterSeconds),
      time: format.time(new Date(until).toISOString()),
      limit: String(LIMITS[key]),
    });
  };
}
