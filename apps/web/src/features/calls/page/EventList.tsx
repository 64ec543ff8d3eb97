import { type CallEvent, type CallEventType, SUBSCRIBED_EVENTS } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { Scroller } from "../../../kit/Scroller.tsx";
import classes from "./call-page.module.css";
import { gistOf, withoutRepeats } from "./event-gist.ts";

interface Props {
  events: readonly CallEvent[];
  /** Show only events of this type. Default: all but those that are stored for a server, which are many. */
  type: CallEventType | undefined;
  onType: (type: CallEventType | undefined) => void;
}

const isMany = (type: CallEventType) => SUBSCRIBED_EVENTS[type] !== undefined;

/** The events of a type; without one, all but those that are stored for a server, which are many. */
export function shownEvents(events: readonly CallEvent[], type: CallEventType | undefined): CallEvent[] {
  return withoutRepeats(events).filter((event) => (type === undefined ? !isMany(event.type) : event.type === type));
}

/** The events of a call in order, with their payloads. */
export function EventList({ events, type, onType }: Props) {
  const { t } = useTranslation();
  const types = [...new Set(events.map((event) => event.type))];
  const shown = shownEvents(events, type);
  if (events.length === 0) return <p className={classes.nothing}>{t("call.noEvents")}</p>;
  return (
    <>
      <div className={classes.eventTools}>
        <NativeSelect
          aria-label={t("call.eventType")}
          value={type ?? ""}
          data={[
            { value: "", label: t(types.some(isMany) ? "call.usualEvents" : "call.allEvents") },
            ...types.map((each) => ({ value: each, label: t(`call.eventName.${each}`) })),
          ]}
          onChange={({ currentTarget }) => onType(types.find((each) => each === currentTarget.value))}
        />
      </div>
      <ol className={classes.events} aria-label={t("call.tab.events")}>
        {shown.map((event) => (
          <li key={event.seq}>
            <details>
              <summary>
                <span className={`num ${classes.dim}`}>{timeOf(event.atMs)}</span>
                <span>{t(`call.eventName.${event.type}`)}</span>
                <span className={classes.eventGist}>{gistOf(event, t)}</span>
              </summary>
              <Scroller as="pre" className="mono">
                {JSON.stringify(event, undefined, 2)}
              </Scroller>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

/** "0:06.120": in a call's log the milliseconds matter. */
function timeOf(ms: number): string {
  return `${clockTime(ms)}.${String(Math.max(0, Math.round(ms)) % 1000).padStart(3, "0")}`;
}
