import type { ToolTestResult } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { readJson, writeJson } from "../../resource/json/json-text.ts";
import classes from "./test-tab.module.css";

/** What a tool's server answered, and after how long. */
export function TestResult({ result: { status, failed, body, durationMs } }: { result: z.infer<typeof ToolTestResult> }) {
  const { t } = useTranslation();
  const isGood = failed === undefined ? status !== null && status < 400 : !failed;
  const stateText = () => {
    if (failed !== undefined) return t(failed ? "toolCall.failed" : "toolTest.isDone");
    return status === null ? t("toolTest.noAnswer") : t("toolTest.status", { status: String(status) });
  };
  return (
    <section className={classes.result} aria-label={t("toolTest.result")}>
      <div className={classes.facts}>
        <Pill kind={isGood ? "accent" : "warn"}>{stateText()}</Pill>
        <span className="num">{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</span>
      </div>
      {body === "" ? (
        <p className={classes.empty}>{t("toolTest.emptyBody")}</p>
      ) : (
        <Scroller as="pre" className="mono">
          {readable(body)}
        </Scroller>
      )}
    </section>
  );
}

/** JSON with its lines apart; anything else as it came. */
function readable(body: string): string {
  const read = readJson(body);
  return read.ok ? writeJson(read.value) : body;
}
