import type { Call, Campaign } from "@callwright/contract";
import { explainEndedReason } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { callQuery } from "../calls/call-queries.ts";
import { useCampaignStep } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

/** Three random people, played by the simulated line. */
export function RehearsalStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, rehearsal } = campaign;
  const rehearse = useCampaignStep((client) => client.campaigns.rehearse({ id }));
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.rehearsal")}>
      <Text>{t("campaign.rehearsal.what")}</Text>
      <div>
        <Button variant={rehearsal ? "default" : "filled"} loading={rehearse.isPending} onClick={() => rehearse.mutate()}>
          {t(rehearsal ? "campaign.rehearsal.again" : "campaign.rehearsal.run")}
        </Button>
      </div>
      <Text c="dimmed">
        {rehearsal ? t("campaign.rehearsal.at", { time: format.dateTime(rehearsal.startedAt) }) : t("campaign.rehearsal.none")}
      </Text>
      {rehearsal && <Calls calls={rehearsal.calls} />}
    </section>
  );
}

type RehearsedCalls = NonNullable<Campaign["rehearsal"]>["calls"];

function Calls({ calls }: { calls: RehearsedCalls }) {
  const { t } = useTranslation();
  const client = useClient();
  const isLive = useIsLive();
  const found = useQueries({
    queries: calls.flatMap(({ callId }) => (callId === undefined ? [] : [callQuery(client, callId, isLive)])),
  });
  const callOf = (callId: string | undefined) => found.find(({ data }) => data?.id === callId)?.data;
  return (
    <CardList label={t("campaign.steps.rehearsal")} items={calls.map((each) => ({ ...each, id: each.contactId }))}>
      {({ callId, number, problem }) => (
        <CardHead>
          {callId === undefined ? (
            <span>{`${number}: ${problem ?? ""}`}</span>
          ) : (
            <Link to="/calls/$id" params={{ id: callId }} className={classes.link}>
              {t("campaign.rehearsal.open", { number })}
            </Link>
          )}
          {callId !== undefined && <CallState call={callOf(callId)} />}
        </CardHead>
      )}
    </CardList>
  );
}

function CallState({ call }: { call: Call | undefined }) {
  const { t } = useTranslation();
  if (!call) return null;
  const { status, endedReason, endedMessage } = call;
  if (status !== "ended" || endedReason === undefined) return <Pill kind="accent">{t(`calls.status.${status}`)}</Pill>;
  return <span>{explainEndedReason(endedReason, endedMessage).sentence}</span>;
}
