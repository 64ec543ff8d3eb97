import type { ToolReading } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import classes from "./test-tab.module.css";

/** What a conversation makes of a tool's answer: what the model gets, what is spoken, which values are kept. */
export function ReadAnswer({ reading: { result, failed, message, variablesJson } }: { reading: ToolReading }) {
  const { t } = useTranslation();
  return (
    <section className={classes.result} aria-label={t("toolTest.reading")}>
      <h3 className={classes.title}>
        {t("toolTest.modelGets")} {failed && <Pill kind="warn">{t("toolCall.failed")}</Pill>}
      </h3>
      <Scroller as="pre" className="mono">
        {result}
      </Scroller>
      <h3 className={classes.title}>
        {t(message?.isHint ? "toolTest.hintToModel" : "toolTest.spoken")}{" "}
        {message?.endsCall && <Pill>{t("toolTest.endsCall")}</Pill>}
      </h3>
      <p className={classes.text}>{message ? `“${message.text}”` : t("toolTest.modelAnswers")}</p>
      {variablesJson !== "{}" && (
        <>
          <h3 className={classes.title}>{t("toolTest.variables")}</h3>
          <p className={`mono ${classes.text}`}>{variablesJson}</p>
        </>
      )}
    </section>
  );
}
