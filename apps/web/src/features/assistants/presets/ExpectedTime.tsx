import { type Catalog, type CatalogRow, type CreateAssistant, modelNameOf, type ResponseTime } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { useCatalog } from "../../../resource/catalog/use-catalog.ts";
import { partOf } from "../settings/part-settings.ts";
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
            // An unknown part has its own segment, so that the bar does not look complete.
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

/** In the order in which a caller waits for them. */
const WAITED_FOR = ["transcriber", "model", "voice"] as const;

/** How long a part takes, and the source of the number. */
type PartTime = { part: (typeof WAITED_FOR)[number] } & (
  | { from: "calls"; ms: number; turns: number }
  | { from: "published"; ms: number; published: NonNullable<CatalogRow["responseMs"]> }
  | { from: "unknown" }
);

/** The expected times of an assistant's parts: from the organization's calls, or as published. Tools and the network are not among them. */
export function expectedTimes(config: CreateAssistant, own: readonly ResponseTime[], catalog: Catalog): PartTime[] {
  return WAITED_FOR.map((part): PartTime => {
    const { provider, model } = partOf(config, part);
    const isThis = (each: Pick<ResponseTime, "part" | "provider" | "model">) =>
      each.part === part &&
      each.provider === provider &&
      (each.model === model || (provider === "callwright" && part !== "voice"));
    const measured = own.find(isThis);
    if (measured) return { part, from: "calls", ms: measured.medianMs, turns: measured.turns };
    const name = part === "model" ? String(model) : modelNameOf(part, { provider, model } as Parameters<typeof modelNameOf>[1]);
    const published = catalog.find({ part, provider: String(provider), name })?.responseMs;
    return published ? { part, from: "published", ms: published.ms, published } : { part, from: "unknown" };
  });
}

/** Milliseconds that are known of a wait. */
export function knownWait(times: readonly PartTime[]): number {
  return times.reduce((sum, time) => sum + (time.from === "unknown" ? 0 : time.ms), 0);
}
