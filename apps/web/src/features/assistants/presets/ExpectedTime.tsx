import type { CreateAssistant } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { useCatalog } from "../../../resource/catalog/use-catalog.ts";
import { expectedTimes, knownWait, type PartTime } from "./expected-time.ts";
import classes from "./presets.module.css";
import { useResponseTimesQuery } from "./use-response-times.ts";

interface ExpectedTimeProps {
  label: string;
  config: CreateAssistant;
}

/** How long a caller is expected to wait for an answer, as a bar of its parts, each with where its figure comes from. */
export function ExpectedTime({ label, config }: ExpectedTimeProps) {
  const { t } = useTranslation();
  const id = useId();
  const { data = [] } = useQuery(useResponseTimesQuery());
  const times = expectedTimes(config, data, useCatalog());
  const known = knownWait(times);
  if (known === 0) return <p className={classes.total}>{t("presets.time.none", { label })}</p>;
  const isWhole = times.every(({ from }) => from !== "unknown");
  const seconds = (known / 1000).toFixed(1);
  return (
    <section className={classes.time} aria-labelledby={id}>
      <p id={id} className={classes.total}>
        {label}: <b>{t(isWhole ? "presets.time.total" : "presets.time.atLeast", { seconds })}</b>
      </p>
      <div className={classes.bar} aria-hidden="true">
        {times.map((time) => (
          <span
            key={time.part}
            className={classes[time.part]}
            data-from={time.from}
            // An unknown part has a place of its own, so that the bar does not look complete.
            style={{ flex: time.from === "unknown" ? Math.max(known, 1) / 4 : time.ms }}
          />
        ))}
      </div>
      <ul className={classes.legend}>
        {times.map((time) => (
          <li key={time.part}>
            <span className={`${classes.swatch} ${classes[time.part]}`} data-from={time.from} />
            <span>
              {t(`editor.${time.part}`)}: <Figure time={time} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ time }: { time: PartTime }) {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  if (time.from === "unknown") return t("presets.time.unknown");
  const ms = time.ms.toLocaleString();
  if (time.from === "calls") return t("presets.time.fromCalls", { ms, count: time.turns });
  const { source, asOf } = time.published;
  return (
    <>
      {t("presets.time.ms", { ms })},{" "}
      <a href={source} target="_blank" rel="noreferrer">
        {t("presets.time.published", { host: new URL(source).hostname.replace(/^www\./, ""), date: calendarDay(asOf) })}
      </a>
    </>
  );
}
