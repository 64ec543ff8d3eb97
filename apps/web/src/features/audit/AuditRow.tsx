import type { AuditEvent } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import classes from "./audit.module.css";
import { plainSentence, sentenceOf } from "./audit-sentence.ts";
import { targetPlace } from "./audit-target.ts";
import { useDeviceWords } from "./use-device-words.ts";

interface AuditRowProps {
  event: AuditEvent;
  /** Of the whole log, from 1 for the head. */
  rowIndex: number;
  nowMs: number;
  onOpen: () => void;
}

export function AuditRow({ event, rowIndex, nowMs, onOpen }: AuditRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const deviceWords = useDeviceWords();
  const { createdAt, actor, actorName, ipAddress, userAgent } = event;
  const who = t(`audit.actors.${actor}`, { name: actorName });
  const from = [ipAddress, deviceWords(userAgent)].filter(Boolean).join(" · ");
  const sentence = plainSentence(event, t);
  return (
    <tr aria-rowindex={rowIndex}>
      <td className={classes.when}>
        <time dateTime={createdAt} title={format.utc(createdAt)}>
          {format.dateTimeSeconds(createdAt)}
        </time>
      </td>
      <td className={classes.who} title={who}>
        {who}
      </td>
      <td className={classes.what} title={sentence}>
        <What event={event} />
        <span className={classes.second}>
          {who} · {format.age(createdAt, nowMs)}
        </span>
      </td>
      <td className={classes.from} title={from}>
        {from}
      </td>
      <td className={classes.details}>
        <ActionIcon aria-label={t("audit.detailsOf", { sentence })} onClick={onOpen}>
          <IconInfoCircle size={16} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  );
}

/** The sentence, with what it speaks of as a link where that has a page. */
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
