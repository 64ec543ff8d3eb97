import type { Call } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../../data/services.tsx";
import { useShownError } from "../../../data/use-shown-error.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { Failure } from "../../../kit/Failure.tsx";
import { Instant } from "../../../kit/Instant.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { earlierCallsQuery } from "../call-queries.ts";
import { toRow } from "../call-rows.ts";
import { FactSection } from "./FactSection.tsx";
import classes from "./facts.module.css";

/** Callers without a number have other names. */
const NUMBER = /^\+?\d{3,}$/;

/** The calls with the same customer before a phone call, by number. */
export function EarlierCalls({ call }: { call: Call }) {
  const { dataHost } = useServices();
  const isOffered = useDataHost() !== undefined && dataHost.offers("listCallMetadata");
  const number = call.customer?.number;
  if (!isOffered || typeof number !== "string" || !NUMBER.test(number)) return null;
  return <EarlierCallList call={call} number={number} />;
}

function EarlierCallList({ call, number }: { call: Call; number: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(earlierCallsQuery(useClient(), call, number));
  const failure = useShownError(error);
  const shown = data?.results.length ?? 0;
  const all = data?.metadata.totalItems ?? shown;
  return (
    <FactSection title={t("call.earlier")} figure={all > 0 && all}>
      <Failure>{failure && t("call.earlierFailed", { reason: failure.message })}</Failure>
      {data && shown === 0 && <p className={classes.quiet}>{t("call.noEarlier")}</p>}
      {shown > 0 && (
        <ol className={classes.earlier}>
          {data?.results.map((each) => (
            <EarlierCall key={each.id} call={each} />
          ))}
        </ol>
      )}
      {all > shown && (
        <Link to="/calls" search={{ customerNumber: number }} className={classes.more}>
          {t("call.allOfCustomer")}
        </Link>
      )}
    </FactSection>
  );
}

function EarlierCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { startedAt, ended, durationMs, status } = toRow(call, Date.now());
  return (
    <li>
      <div className={classes.fact}>
        <Link to="/calls/$id" params={{ id: call.id }}>
          <Instant iso={startedAt}>{format.dateTimeSeconds(startedAt)}</Instant>
        </Link>
        <span className="num">{durationMs === undefined ? "" : clockTime(durationMs)}</span>
      </div>
      <span className={classes.quiet}>
        {t(`call.type.${call.type}`)} · {ended ?? t(`calls.status.${status}`)}
      </span>
    </li>
  );
}
