import type { MediaTransport } from "../media/media-transport.ts";
import type { AppChannel } from "./app-channel.ts";
import { type CallHappening, toTelemetry } from "./call-happening.ts";

type Started = Extract<CallHappening, { type: "call-started" }>;

/** The state that a page needs when it joins a call in the middle. */
export class PageState {
  #app: AppChannel;
  #started: Started | undefined;

  constructor(app: AppChannel) {
    this.#app = app;
  }

  started(happening: Started): void {
    this.#started = happening;
  }

  /** The recording started after the call did. No effect before the call has started. */
  recordingStarted(): void {
    if (!this.#started) return;
    this.#started = { ...this.#started, recording: true };
    this.#tell(this.#started);
  }

  /** The caller is on another page, whose channel is not open yet. */
  moved(agent: CallHappening | undefined): void {
    this.#app.detach();
    for (const happening of [this.#started, agent]) if (happening) this.#tell(happening);
  }

  /** The channel of another page is open. */
  greet(transport: MediaTransport): void {
    this.#app.listen(transport);
    this.#app.send({ type: "status-update", status: "in-progress" });
  }

  #tell(happening: CallHappening): void {
    const telemetry = toTelemetry(happening);
    if (telemetry) this.#app.sendTelemetry(telemetry);
  }
}
