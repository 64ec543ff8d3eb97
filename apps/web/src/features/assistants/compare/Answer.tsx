import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ComparedAnswer } from "./ask-model.ts";
import classes from "./compare.module.css";

/** What a model says, and how long it took. */
export function Answer({ answer }: { answer: ComparedAnswer }) {
  const { t } = useTranslation();
  const { state, text, firstTokenMs, totalMs, tokens, reason } = answer;
  const ms = (value: number | undefined) => (value === undefined ? "–" : t("presets.time.ms", { ms: value.toLocaleString() }));
  const facts = [
    { name: t("compare.firstToken"), value: ms(firstTokenMs) },
    { name: t("compare.total"), value: ms(totalMs) },
    {
      name: t("compare.tokens"),
      value: tokens
        ? t("compare.tokenCount", { input: String(tokens.input), output: String(tokens.output) })
        : t("compare.notCounted"),
    },
  ];
  return (
    <>
      <p className={classes.answer} aria-live="polite" aria-busy={state === "asking"}>
        {text === "" && state === "asking" ? t("compare.waiting") : text}
      </p>
      {state === "failed" && (
        <Alert color="red" variant="outline" role="alert">
          {reason}
        </Alert>
      )}
      {state === "answered" && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
