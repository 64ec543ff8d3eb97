import type { Campaign, CampaignHour } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { campaignKeys } from "./campaign-keys.ts";
import { isOver } from "./campaign-queries.ts";
import run from "./running.module.css";

const WHOLE = 100;
const shareOf = (answered: number, calls: number) => (calls === 0 ? undefined : Math.round((WHOLE * answered) / calls));

/** How often people answered, by the hour of the day: of this campaign, and pale of the others. */
export function AnswerHours({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const { id, dialed } = campaign;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data = [] } = useQuery({
    queryKey: [...campaignKeys.all, "hours", id, dialed, campaign.contactCounters?.dispatched],
    queryFn: ({ signal }) => client.campaigns.listHours({ id, query: { timeZone }, signal }),
    enabled: dataHost.offers("listCampaignHours"),
    placeholderData: (before) => before,
  });
  const own = data.filter(({ calls }) => calls > 0);
  if (own.length === 0) return null;
  const hasEarlier = data.some(({ earlierCalls }) => earlierCalls > 0);
  const [first, last] = [data[0]?.hour ?? 0, data.at(-1)?.hour ?? 0];
  const hours = Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return data.find((each) => each.hour === hour) ?? { hour, calls: 0, answered: 0, earlierCalls: 0, earlierAnswered: 0 };
  });
  const now = isOver(campaign) ? undefined : new Date().getHours();
  return (
    <section className={run.card} aria-labelledby="answer-hours">
      <header className={run.head}>
        <h2 id="answer-hours">{t("campaign.progress.hours")}</h2>
        <span className={run.keys}>
          <i data-part="answered" aria-hidden="true" />
          {t("campaign.progress.hoursOwn")}
          {hasEarlier && (
            <>
              <i data-part="pending" aria-hidden="true" />
              {t("campaign.progress.hoursEarlier")}
            </>
          )}
        </span>
      </header>
      <Scroller as="ol" className={run.hours} aria-labelledby="answer-hours">
        {hours.map((hour) => (
          <Hour key={hour.hour} hour={hour} isNow={hour.hour === now} />
        ))}
      </Scroller>
      <p className={run.about}>{t("campaign.progress.hoursHelp")}</p>
    </section>
  );
}

function Hour({ hour: { hour, calls, answered, earlierCalls, earlierAnswered }, isNow }: { hour: CampaignHour; isNow: boolean }) {
  const { t, i18n } = useTranslation();
  const own = shareOf(answered, calls);
  const earlier = shareOf(earlierAnswered, earlierCalls);
  const clock = new Intl.DateTimeFormat(i18n.language, { hour: "numeric", timeZone: "UTC" }).format(Date.UTC(2026, 0, 1, hour));
  return (
    <li data-now={isNow || undefined}>
      <span className={run.bars} aria-hidden="true">
        {earlier !== undefined && <u style={{ height: `${earlier}%` }} />}
        {own !== undefined && <i style={{ height: `${own}%` }} />}
      </span>
      <b className="num">{own === undefined ? "–" : `${own} %`}</b>
      <span className="num">{clock}</span>
      <span className={run.calls}>{calls > 0 && t("campaign.progress.hoursCalls", { count: calls })}</span>
    </li>
  );
}
