import { type Caption, lastWordsOf, type Transcript } from "@callwright/call";
import type { Turn } from "@callwright/contract";
import { Fragment, memo } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../kit/clock-time.ts";
import { LatencyBar } from "../../kit/latency/LatencyBar.tsx";
import { answersOf, waitOf, waitParts } from "../../kit/latency/wait-parts.ts";
import { Scroller } from "../../kit/Scroller.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import { useFollowEnd } from "../../kit/use-follow-end.ts";
import css from "./talk.module.css";

interface Props {
  transcript: Transcript;
  assistantName: string;
}

/** The live transcript. It follows new words unless the reader has scrolled back. */
export function Captions({ transcript, assistantName }: Props) {
  const { t } = useTranslation();
  const log = useFollowEnd(transcript);
  const { answers, longestMs } = answersOf(transcript.captions, (index) => transcript.turns[index]);
  return (
    <Scroller ref={log} role="log" aria-label={t("talk.transcript")} className={css.log}>
      {transcript.captions.length + transcript.tools.length === 0 && <p className={css.dim}>{t("talk.emptyLog")}</p>}
      {transcript.captions.map((caption, index) => (
        <Fragment key={caption.id}>
          <Tools transcript={transcript} after={index} />
          <CaptionRow
            caption={caption}
            name={caption.role === "assistant" ? (caption.speaker ?? assistantName) : t("talk.you")}
            answer={answers[index]}
            longestMs={longestMs}
          />
        </Fragment>
      ))}
      <Tools transcript={transcript} after={transcript.captions.length} />
    </Scroller>
  );
}

/** The tool calls between two captions. */
function Tools({ transcript, after }: { transcript: Transcript; after: number }) {
  return transcript.tools.map((tool, index) =>
    tool.after === after ? (
      <ToolCallRow
        // biome-ignore lint/suspicious/noArrayIndexKey: ids of calls can repeat, and calls keep their place.
        key={index}
        name={tool.name}
        arguments={tool.arguments}
        {...tool.answer}
        isRunning={tool.answer === null && transcript.endedReason === undefined}
      />
    ) : null,
  );
}

interface RowProps {
  caption: Caption;
  name: string;
  answer: Turn | undefined;
  longestMs: number;
}

/** Words come several times a second, and each changes only one caption. */
const CaptionRow = memo(function CaptionRow({ caption, name, answer, longestMs }: RowProps) {
  const { t } = useTranslation();
  const wait = answer && waitParts(answer);
  const lastWords = lastWordsOf(caption);
  return (
    <div className={css.turn} data-role={caption.role}>
      <div className={css.who}>
        <b>{name}</b>
        {wait && (
          <span className={css.wait}>
            <LatencyBar parts={wait} longestMs={longestMs} />
          </span>
        )}
        <span className="num">{wait ? t("latency.ms", { value: waitOf(wait).toLocaleString() }) : clockTime(caption.atMs)}</span>
      </div>
      <div className={css.say}>
        {caption.text}
        {caption.text !== "" && caption.partial !== "" && " "}
        {/* Screen readers read the text once it is final. */}
        {caption.partial && (
          <span className={css.partial} aria-hidden="true">
            {caption.partial}
          </span>
        )}
      </div>
      {caption.isInterrupted && (
        <div className={css.cut}>
          {lastWords ? t("talk.interruptedAfter", { words: lastWords }) : t("talk.interruptedAtOnce")}
        </div>
      )}
    </div>
  );
});
