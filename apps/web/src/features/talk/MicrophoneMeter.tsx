import type { CallController } from "@callwright/call";
import { useCallLevels } from "@callwright/call/react";
import css from "./talk.module.css";

/** Heights of the bars at full volume: a shape, so that it reads as a level and not as a chart. */
const BARS = [0.4, 0.7, 1, 0.6, 0.85, 0.5];

/** What the microphone hears, moving. It says nothing to a screen reader; the button around it does. */
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
