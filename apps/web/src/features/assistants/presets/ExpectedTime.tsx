import type { CreateAssistant } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { expectedTimes, knownWait, type PartTime } from "./expected-time.ts";
import classes from "./presets.module.css";

interface ExpectedTimeProps {
  label: string;
  config: CreateAssistant;
}

/** How long a caller is expected to wait for an answer, as a bar of its parts, each with where its figure comes from. */
export function ExpectedTime({ label, config }: ExpectedTimeProps) {
  const { t } = useTranslation();
  const id = useId();
  const client = useClient();
  const { dataHost } = useServices();
  const { data = [] } = useQuery({
    queryKey: ["response-times"],
    queryFn: ({ signal }) => client.listResponseTimes({ signal }),
    enabled: dataHost.offers("listResponseTimes"),
    // A call may have just ended.
    staleTime: 0,
  });
  const times = expectedTimes(config, data);
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
  const { date } = useFormat();
  if (time.from === "unknown") return t("presets.time.unknown");
  const ms = time.ms.toLocaleString();
  if (time.from === "calls") return t("presets.time.fromCalls", { ms, count: time.turns });
  const { source, readOn } = time.published;
  return (
    <>
      {t("presets.time.ms", { ms })},{" "}
      <a href={source} target="_blank" rel="noreferrer">
        {t("presets.time.published", { host: new URL(source).hostname.replace(/^www\./, ""), date: date(`${readOn}T12:00:00Z`) })}
      </a>
    </>
  );
}
