import type { HeldKind, HeldSummary } from "@callwright/contract";
import { Alert, Button } from "@mantine/core";
import {
  IconCalendarEvent,
  IconCheck,
  IconChevronUp,
  IconClockX,
  IconHash,
  IconMail,
  IconSparkles,
  IconSpeakerphone,
  IconWebhook,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { KindItems } from "./KindItems.tsx";
import classes from "./restore.module.css";
import type { RestoreApi } from "./restore-api.ts";

const ICONS = {
  campaigns: IconSpeakerphone,
  scheduledCalls: IconCalendarEvent,
  webhooks: IconWebhook,
  mails: IconMail,
  carriers: IconHash,
  jobs: IconSparkles,
  purge: IconClockX,
} satisfies Record<HeldKind, unknown>;

interface KindRowProps {
  api: RestoreApi;
  token: string;
  summary: HeldSummary;
  isOpen: boolean;
  onToggle: () => void;
  refresh: () => Promise<void>;
}

/** A kind of held work: what a resume would do. Opened, its overdue items and the button that resumes it. */
export function KindRow({ api, token, summary, isOpen, onToggle, refresh }: KindRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const would = useWould(summary);
  const { kind, held, overdue, oldestAt, resumedAt } = summary;
  const resume = useMutation({ mutationFn: () => api.resume(kind), onSuccess: refresh });
  const Icon = ICONS[kind];
  const late = overdue > 0 && <span className={classes.warn}>{t("restore.overdue", { count: overdue })}</span>;
  const panel = `restore-${kind}`;
  return (
    <>
      <div className={classes.row} data-open={isOpen || undefined}>
        <Icon size={16} aria-hidden="true" className={classes.icon} />
        <h3 className={classes.kind}>{t(`restore.kinds.${kind}.name`)}</h3>
        <span className={classes.count}>{held.toLocaleString()}</span>
        <span className={classes.would}>
          {would} {late && <>· {late}</>}{" "}
          {resumedAt !== undefined && (
            <Pill kind="accent">
              <IconCheck size={14} aria-hidden="true" /> {t("restore.resumedAt", { time: format.dayTime(resumedAt) })}
            </Pill>
          )}
        </span>
        <span className={classes.oldest}>{oldestAt === undefined ? "–" : format.dayTime(oldestAt)}</span>
        <span className={classes.action}>
          <Button
            onClick={onToggle}
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={`${t(`restore.kinds.${kind}.name`)}: ${t(isOpen ? "restore.hide" : "restore.review")}`}
            rightSection={isOpen ? <IconChevronUp size={14} aria-hidden="true" /> : undefined}
          >
            {t(isOpen ? "restore.hide" : "restore.review")}
          </Button>
        </span>
      </div>
      {isOpen && (
        <div id={panel} className={classes.panel}>
          <KindItems api={api} token={token} summary={summary} refresh={refresh} />
          {resume.error && (
            <Alert color="red" variant="outline" role="alert">
              {resume.error.message}
            </Alert>
          )}
          {resumedAt === undefined && (
            <div className={classes.foot}>
              <span className={classes.dim}>{would}</span>
              <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate()}>
                {t(`restore.kinds.${kind}.resume`)}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** What happens by itself after the resume, as a sentence. */
function useWould(summary: HeldSummary): string {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, people = 0, addresses = [], nextAt } = summary;
  const ahead = summary.ahead.toLocaleString();
  if (kind === "campaigns") return t("restore.would.campaigns", { people: people.toLocaleString() });
  if (kind === "scheduledCalls")
    return nextAt === undefined
      ? t("restore.would.scheduledCalls", { ahead })
      : t("restore.would.scheduledCallsNext", { ahead, next: format.dayTime(nextAt) });
  if (kind === "webhooks")
    return t("restore.would.webhooks", { ahead, addresses: addresses.join(", ") || t("restore.noAddress") });
  return t(`restore.would.${kind}`);
}
