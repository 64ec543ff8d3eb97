import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { humanName, inSentence, withoutId } from "../kit/field-names.ts";
import type { ProblemWords } from "./problems.ts";

/** Problems of a configuration as sentences for people. */
export function useProblemWords(): ProblemWords {
  const { t } = useTranslation();
  return useCallback<ProblemWords>(
    (issue) => {
      switch (issue.code) {
        case "invalid_type":
        case "invalid_value":
          return issue.input === undefined ? t("problems.required") : undefined;
        case "too_small":
          if (issue.origin === "array") return t("problems.tooFew", { count: Number(issue.minimum) });
          if (issue.origin !== "string") return t("problems.tooSmall", { count: Number(issue.minimum) });
          return issue.minimum === 1 ? t("problems.required") : t("problems.tooShort", { count: Number(issue.minimum) });
        case "too_big":
          if (issue.origin === "string") return t("problems.tooLong", { count: Number(issue.maximum) });
          return t(issue.origin === "array" ? "problems.tooMany" : "problems.tooBig", { count: Number(issue.maximum) });
        case "invalid_format":
          return issue.format === "url" ? t("problems.url") : undefined;
        case "unrecognized_keys":
          return t("problems.unknownFields", { names: issue.keys.join(", ") });
        // The contract's own rules about several fields.
        case "custom":
          if (issue.params?.problem === "exactlyOne") return t("problems.exactlyOne", { names: namesOf(issue.params.names) });
          if (issue.params?.problem === "notTogether") return t("problems.notTogether", { names: namesOf(issue.params.names) });
          if (issue.params?.problem === "noNode") return t("problems.noNode", { name: String(issue.params.name) });
          if (issue.params?.problem === "noSource") return t("problems.noSource");
          return issue.message?.startsWith("is required") ? t("problems.required") : undefined;
        default:
          return undefined;
      }
    },
    [t],
  );
}

/** Fields in words: `assistantId` and `phoneNumber` are `assistant or phone number`. */
function namesOf(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => inSentence(humanName(withoutId(field)))))].join(" or ");
}
