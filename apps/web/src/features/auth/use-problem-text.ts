import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import type { Problem } from "./auth-problems.ts";

/** Numbers in the texts. */
const LIMITS: Partial<Record<Problem<string>["key"], number>> = {
  nameTooLong: USER_FIELD_MAX_BYTES.name,
  passwordTooShort: PASSWORD_MIN_CHARACTERS,
  passwordTooLong: PASSWORD_MAX_CHARACTERS,
};

/** The text of a problem. Computed once, because a waiting time is shown as a time of day. */
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
