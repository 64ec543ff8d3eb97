import { type CallEventType, type ServerMessageType, SUBSCRIBED_EVENTS } from "@callwright/contract";
import type { AppChannel } from "./app-channel.ts";
import { type CallHappening, toCallEvent, toClientMessages, toTelemetry } from "./call-happening.ts";
import type { CallLog } from "./call-log.ts";
import type { PartialLines } from "./partial-lines.ts";

/** Reports what happens in a call: to its log, to the client, and as partial lines to watchers. */
export type Report = (happening: CallHappening) => void;

interface ReportOptions {
  log: CallLog;
  app: AppChannel;
  partials: PartialLines;
  /** The assistant's `serverMessages`. */
  serverMessages?: readonly ServerMessageType[] | undefined;
}

export function createReport({ log, app, partials, serverMessages = [] }: ReportOptions): Report {
  const isStored = (type: CallEventType) => {
    const message = SUBSCRIBED_EVENTS[type];
    return message === undefined || serverMessages.includes(message);
  };
  return (happening) => {
    // Partial lines have the seq of the event that will replace them.
    partials.follow(happening);
    const event = toCallEvent(happening);
    if (event && isStored(event.type)) log.add(event);
    const telemetry = toTelemetry(happening);
    if (telemetry) app.sendTelemetry(telemetry);
    const isOfPageTool = happening.type === "tool-called" && happening.pageTool !== undefined;
    for (const message of toClientMessages(happening)) app.send(message, isOfPageTool);
  };
}
