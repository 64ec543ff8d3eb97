import type { AuditEvent } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { readUserAgent } from "../../kit/user-agent.ts";
import classes from "./audit.module.css";
import { plainSentence, sentenceOf } from "./audit-sentence.ts";
import { targetPlace } from "./audit-target.ts";

/** As in audit.module.css: on a narrow screen a row has two lines. */
const ROW_HEIGHT_PX = { wide: 36, narrow: 56 };

interface AuditTableProps {
  events: readonly AuditEvent[];
  onNearEnd: () => void;
  onOpen: (id: string) => void;
}

export function AuditTable({ events, onNearEnd, onOpen }: AuditTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const deviceWords = useDeviceWords();
  const [nowMs] = useState(Date.now);
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const who = ({ actor, actorName }: AuditEvent) => t(`audit.actors.${actor}`, { name: actorName });
  const from = ({ ipAddress, userAgent }: AuditEvent) => [ipAddress, deviceWords(userAgent)].filter(Boolean).join(" · ");
  const sentence = (event: AuditEvent) => plainSentence(event, t);
  return (
    <DataTable
      label={t("audit.title")}
      rows={events}
      rowHeightPx={isNarrow ? ROW_HEIGHT_PX.narrow : ROW_HEIGHT_PX.wide}
      className={classes.table}
      onNearEnd={onNearEnd}
      columns={[
        {
          id: "when",
          label: t("audit.when"),
          className: classes.when,
          cell: ({ createdAt }) => (
            <time dateTime={createdAt} title={format.utc(createdAt)}>
              {format.dateTimeSeconds(createdAt)}
            </time>
          ),
        },
        { id: "who", label: t("audit.who"), className: classes.who, title: who, cell: who },
        {
          id: "what",
          label: t("audit.what"),
          className: classes.what,
          title: sentence,
          cell: (event) => (
            <>
              <What event={event} />
              <span className={classes.second}>
                {who(event)} · {format.age(event.createdAt, nowMs)}
              </span>
            </>
          ),
        },
        { id: "from", label: t("audit.from"), className: classes.from, title: from, cell: from },
        {
          id: "details",
          label: t("audit.details"),
          isLabelHidden: true,
          className: classes.details,
          cell: (event) => (
            <ActionIcon aria-label={t("audit.detailsOf", { sentence: sentence(event) })} onClick={() => onOpen(event.id)}>
              <IconInfoCircle size={16} aria-hidden="true" />
            </ActionIcon>
          ),
        },
      ]}
    />
  );
}

/** The sentence. Its target is a link if the target has a page. */
function What({ event }: { event: AuditEvent }) {
  const { t } = useTranslation();
  const { before, after, hasTarget } = sentenceOf(event.action, t);
  if (!hasTarget) return <>{before}</>;
  const { targetId, targetName } = event;
  const name = targetName ?? (targetId && <span className="mono">{targetId.slice(0, 8)}</span>);
  const place = targetPlace(event);
  return (
    <>
      {before}
      {place ? (
        <Link to="/$resource/$id" params={place} className={classes.target}>
          {name}
        </Link>
      ) : (
        <span className={classes.target}>{name}</span>
      )}
      {after}
    </>
  );
}

/** "Chrome on Linux", as far as a `User-Agent` header says it. Unknown clients are named by the header's first word. Undefined for no header. */
function useDeviceWords(): (userAgent: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (userAgent) => {
    if (!userAgent) return undefined;
    const { program, system } = readUserAgent(userAgent);
    if (program && system) return t("audit.device", { program, system });
    return program ?? system ?? userAgent.split(/[\s/]/)[0];
  };
}
