import type { Turn } from "@callwright/contract";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Conversation } from "./Conversation.tsx";
import classes from "./conversation.module.css";
import type { ConversationRow } from "./conversation.ts";
import type { TakeOverMark } from "./take-over-marks.ts";

interface Props {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
  assistantName: string;
  marks: readonly TakeOverMark[];
}

/** The live transcript of a running call. Screen readers read each line once it is final. */
export function LiveConversation({ rows, turns, assistantName, marks }: Props) {
  const { t } = useTranslation();
  const end = useStayAtEnd(rows);
  return (
    <div role="log" aria-label={t("call.liveTranscript")}>
      <Conversation
        rows={rows}
        turns={turns}
        assistantName={assistantName}
        marks={marks}
        player={undefined}
        isLive
        nothing={t("talk.emptyLog")}
      />
      <div ref={end} className={classes.end} />
    </div>
  );
}

/** Keeps the end mark of growing content in view, unless the reader has scrolled away from it. Returns the mark's ref. */
function useStayAtEnd(content: unknown) {
  const mark = useRef<HTMLDivElement>(null);
  // Start at the latest content.
  const isInView = useRef(true);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => {
      isInView.current = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when content was added.
  useLayoutEffect(() => {
    if (isInView.current) mark.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return mark;
}
