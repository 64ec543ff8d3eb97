import type { Transcript } from "@callwright/call";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFollowEnd } from "../../kit/use-follow-end.ts";
import { enVisitor as words } from "../../messages/en-visitor.ts";
import css from "./visitor.module.css";

/** What is said, as it is said. */
export function VisitorCaptions({ transcript }: { transcript: Transcript }) {
  const log = useFollowEnd(transcript);
  return (
    <Scroller ref={log} role="log" aria-label={words.transcript} className={css.log}>
      {transcript.captions.map(({ id, role, text, partial }) => (
        <p key={id} className={css.caption} data-role={role}>
          <span className={css.who}>{role === "assistant" ? (transcript.assistantName ?? words.assistant) : words.you}</span>
          {text}
          {/* Read out once it stands still. */}
          {partial && (
            <span className={css.dim} aria-hidden="true">
              {partial}
            </span>
          )}
        </p>
      ))}
    </Scroller>
  );
}
