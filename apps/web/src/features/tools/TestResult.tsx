import type { ToolTestResult } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { Pill } from "../../app/Pill.tsx";
import { readJson, writeJson } from "../../resource/json/json-text.ts";
import classes from "./test-tab.module.css";

/** What a tool's server answered, and after how long. */
export function TestResult({ result: { status, body, durationMs } }: { result: z.infer<typeof ToolTestResult> }) {
  const { t } = useTranslation();
  const isGood = status !== null && status < 400;
  return (
    <section className={classes.result} aria-label={t("toolTest.result")}>
      <div className={classes.facts}>
        <Pill kind={isGood ? "accent" : "warn"}>
          {status === null ? t("toolTest.noAnswer") : t("toolTest.status", { status: String(status) })}
        </Pill>
        <span className="num">{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</span>
      </div>
      {body === "" ? (
        <p className={classes.empty}>{t("toolTest.emptyBody")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
        <pre className="mono" tabIndex={0}>
          {readable(body)}
        </pre>
      )}
    </section>
  );
}

/** JSON with its lines apart; anything else as it came. */
function readable(body: string): string {
  const read = readJson(body);
  return read.ok ? writeJson(read.value) : body;
}
