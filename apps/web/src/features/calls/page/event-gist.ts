import type { CallEvent } from "@callwright/contract";
import type { TFunction } from "i18next";
import { explainEnd } from "../../../kit/ended-words.ts";
import { waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";

/** A turn's latency is reported several times as it becomes known; the last event of a turn counts. */
export function withoutRepeats(events: readonly CallEvent[]): CallEvent[] {
  const lastOfTurn = new Map(
    events.flatMap((event) => (event.type === "turn" ? [[event.payload.index, event.seq] as const] : [])),
  );
  return events.filter((event) => event.type !== "turn" || lastOfTurn.get(event.payload.index) === event.seq);
}

/** A short summary of an event. Expanding the event shows its whole payload. */
export function gistOf(event: CallEvent, t: TFunction): string {
  switch (event.type) {
    case "call.started":
      return [event.payload.hearing, ...(event.payload.recording ? [t("talk.recorded")] : [])].join(" · ");
    case "prompt.rendered":
    case "line.said":
    case "user.said":
    case "assistant.said":
    case "model.output":
    case "voice.input":
    case "assistant.words":
      return event.payload.text;
    case "key.pressed":
      return event.payload.key;
    case "keys.sent":
      return event.payload.keys;
    case "voicemail.found":
      return t(`call.foundBy.${event.payload.by}`);
    case "transfer": {
      const { state, destination, text, by, why } = event.payload;
      const to = destination.type === "sip" ? destination.sipUri : withExtension(destination.number, destination.extension, t);
      return [
        to,
        by ? t(`call.transferBy.${by}`) : t(`call.transferState.${state}`),
        why && t(`call.transferFailure.${why}`),
        text,
      ]
        .filter((part) => part !== undefined)
        .join(" · ");
    }
    case "agent.started": {
      const { name, from } = event.payload;
      return from === undefined ? name : `${from} → ${name}`;
    }
    case "message.added":
      return `${event.payload.role} · ${event.payload.content}`;
    case "tool.called":
      return `${event.payload.name} · ${JSON.stringify(event.payload.arguments)}`;
    case "tool.answered":
      return `${event.payload.name} · ${event.payload.result}`;
    case "hook.fired": {
      const { on, name, actions } = event.payload;
      const what = actions.map((action) => t(`call.hookAction.${action}`)).join(", ");
      return [t(`call.hookEvent.${on}`), name, what].filter((part) => part !== undefined && part !== "").join(" · ");
    }
    case "speech.started":
    case "speech.stopped":
      return t(event.payload.role === "user" ? "call.customer" : "calls.filterAssistant");
    case "user.interrupted":
      return t("call.turnNumber", { number: String(event.payload.turn + 1) });
    case "turn": {
      const value = t("latency.ms", { value: waitOf(waitParts(event.payload)).toLocaleString() });
      return `${t("call.turnNumber", { number: String(event.payload.index + 1) })} · ${value}`;
    }
    case "control":
      return [event.payload.control, event.payload.by?.name, event.payload.filtered?.join(", ")]
        .filter((part) => part !== undefined)
        .join(" · ");
    case "failure":
      return `${event.payload.part} · ${event.payload.provider} · ${event.payload.message}`;
    case "call.ended":
      return explainEnd(event.payload.endedReason, event.payload.message).sentence;
    case "analysis.done":
      return event.payload.analysis.summary ?? "";
    case "output.done":
      return `${event.payload.result?.name ?? event.payload.key} · ${JSON.stringify(event.payload.result?.result ?? null)}`;
    case "report.ready":
      return event.payload.missing.map(({ part, reason }) => `${part}: ${reason}`).join(" · ");
    case "recording.consent":
      return t(event.payload.granted ? "call.consentGranted" : "call.consentDeclined");
    case "caller.path":
      return t(`call.soundPath.${event.payload.reason ?? "webrtc"}`);
    case "caller.left":
      return event.payload.how;
    case "model.repaired":
      return event.payload.message;
    case "usage":
      return [...new Set(event.payload.usages.map(({ model }) => model))].join(", ");
    case "caller.returned":
    case "model.slow":
      return "";
  }
}

/** The number that a call reached, with the keys that were pressed there first. Another host may send any value. */
export function withExtension(number: unknown, extension: unknown, t: TFunction): string | undefined {
  if (typeof number !== "string") return undefined;
  return typeof extension === "string" && extension !== "" ? t("call.withExtension", { number, extension }) : number;
}
