import type { CallController } from "@callwright/call";
import { useCallLevels } from "@callwright/call/react";
import css from "./talk.module.css";

/** Heights of the bars at full volume. */
const BARS = [0.4, 0.7, 1, 0.6, 0.85, 0.5];

/** The live level of the microphone. Hidden from screen readers; the button around it has a label. */
export function MicrophoneMeter({ call }: { call: CallController | undefined }) {
  const { microphone: level } = useCallLevels(call);
  return (
    <span className={css.meter} data-silent={call ? undefined : true} aria-hidden="true">
      {BARS.map((share) => (
        <i key={share} style={{ transform: `scaleY(${Math.max(0.12, Math.min(1, Math.sqrt(level)) * share)})` }} />
      ))}
    </span>
  );
}
