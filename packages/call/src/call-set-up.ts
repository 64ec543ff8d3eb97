import { type Call, MOBILE_PERMISSION_WAIT_MS, REJOIN_TIMEOUT_MS, VIDEO_RECORDING } from "@callwright/contract";
import type { ActiveCall } from "./active-call.ts";
import { isPassing, pauseAfterMs } from "./attempts.ts";
import type { CallConfig, CallObjectOptions } from "./call-config.ts";
import type { CallEnvironment } from "./call-environment.ts";
import type { StartStage } from "./call-events.ts";
import type { CallErrorType } from "./call-failure.ts";
import type { CallReporter } from "./call-reporter.ts";
import type { CallStateEvent } from "./call-state.ts";
import type { CreatedCall, JoinableCall } from "./create-web-call.ts";
import type { RoomEvents } from "./room/room-events.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import type { StartStages } from "./start-stages.ts";

export interface CallSetUpParts {
  environment: CallEnvironment;
  active: ActiveCall;
  stages: StartStages;
  report: CallReporter;
  events: RoomEvents;
  config: CallConfig;
  callObject: CallObjectOptions;
  /** Settled when the call before this one is cleaned up; absent when it is, or there was none. */
  before: Promise<void> | undefined;
  move(event: CallStateEvent): boolean;
}

/** The voice provider whose assistant is seen as well. */
const VIDEO_AVATAR_PROVIDER = "tavus";

/**
 * The steps from `start` or `reconnect` to a call that runs. A step that is started is waited for, so that completed means done.
 *
 * ```
 *  initialization ─▶ web-call-creation ─▶ daily-call-object-creation ─▶ mobile-permissions ─▶ daily-call-join ─▶ ┬ video recording
 *                    (or a running call)                                                                        ├ levels ─▶ noise
 * ```
 * What comes after the join may fail and the call goes on. A video recording takes seconds to begin, so the others do not wait for it.
 */
export class CallSetUp {
  readonly #parts: CallSetUpParts;
  /** The microphone is being opened while the call is made. */
  #microphone: Promise<void> | undefined;

  constructor(parts: CallSetUpParts) {
    this.#parts = parts;
  }

  /** A person who is asked for the microphone may take longer than a room waits: ask first, unless nobody will be asked. */
  async openMicrophone(): Promise<void> {
    const { environment, active, callObject } = this.#parts;
    const isGranted = await environment.isMicrophoneGranted();
    active.signal.throwIfAborted();
    const opening = active.openMicrophone(callObject.audioSource);
    if (!isGranted) return opening;
    // Waited for when the room needs it.
    opening.catch(() => undefined);
    this.#microphone = opening;
  }

  create(request: () => Promise<CreatedCall>): Promise<CreatedCall> {
    const { active, stages } = this.#parts;
    return stages.run("web-call-creation", () => active.create(request), describeCall);
  }

  async enter(call: JoinableCall, isRejoin: boolean): Promise<void> {
    const { active, stages, environment, before, move } = this.#parts;
    active.signal.throwIfAborted();
    move("created");
    if (before !== undefined) {
      if (!isRejoin) stages.started("daily-call-object-creation", { action: "cleanup-existing" });
      await active.unlessOver(before);
    }
    const context = this.#context(call, isRejoin);
    const room = await stages.run(
      "daily-call-object-creation",
      async () => {
        await this.#microphone;
        return active.createRoom(context);
      },
      undefined,
      describeRoom(context),
    );
    if (environment.isMobile) {
      const waited = () => ({ action: "permissions-wait" });
      await stages.run("mobile-permissions", () => active.pause(MOBILE_PERMISSION_WAIT_MS), waited, { isMobile: true });
    } else {
      stages.started("mobile-permissions", { isMobile: false });
      stages.completed("mobile-permissions", { action: "skipped-not-mobile" });
    }
    await stages.run("daily-call-join", () => active.begin(() => room.join(active.signal)));
    move("joined");
    active.signal.throwIfAborted();
    const recording = this.#recordVideo(room, context);
    await this.#hear(room);
    await recording;
    active.signal.throwIfAborted();
  }

  /** Enter a call that runs already. A server that cannot take the caller back yet is asked again for as long as it may wait for one. */
  async reenter(call: JoinableCall): Promise<void> {
    const { environment, active } = this.#parts;
    const untilMs = environment.nowMs() + REJOIN_TIMEOUT_MS;
    for (let attempts = 0; ; attempts += 1) {
      const pauseMs = pauseAfterMs(attempts);
      try {
        return await this.enter(call, true);
      } catch (error) {
        if (active.signal.aborted || !isPassing(error) || environment.nowMs() + pauseMs > untilMs) throw error;
      }
      await active.leaveRoom();
      await active.pause(pauseMs);
    }
  }

  #context(call: JoinableCall, isRejoin: boolean): RoomContext {
    const { active, config, callObject, environment, events } = this.#parts;
    const isRecorded = call.artifactPlan?.videoRecordingEnabled ?? false;
    const receives = isRecorded || voiceProviderOf(call.assistant) === VIDEO_AVATAR_PROVIDER;
    const video = { sends: isRecorded, receives };
    return { call, isRejoin, microphone: active.microphone, video, config, callObject, clock: environment, events };
  }

  /** The levels first: a page shows that it hears before the sound is cleaned. */
  async #hear(room: RoomTransport): Promise<void> {
    const { active, stages, config } = this.#parts;
    await this.#optional("audio-observer-setup", "audio-observer-setup-error", () => room.observeAudio());
    if (active.signal.aborted) return;
    if (config.noiseCancellation === false) stages.completed("audio-processing-setup", { action: "skipped-not-enabled" });
    else await this.#optional("audio-processing-setup", "audio-processing-setup-error", () => room.processAudio());
  }

  async #recordVideo(room: RoomTransport, { video, isRejoin }: RoomContext): Promise<void> {
    const { active, stages } = this.#parts;
    if (!video.sends) return stages.completed("video-recording-setup", { action: "skipped-not-enabled" });
    await this.#optional("video-recording-setup", "video-recording-setup-error", async () => {
      const { delaySeconds } = await room.startVideoRecording(VIDEO_RECORDING);
      active.signal.throwIfAborted();
      stages.completed("video-recording-started", { delaySeconds });
      const order = { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: delaySeconds };
      // Who joins again has heard the first message.
      if (!isRejoin) room.send(JSON.stringify(order));
      return { delaySeconds };
    });
  }

  /** A stage whose failure is told, and the call goes on. It does not begin after the end: a listener of any event may hang up. */
  async #optional(stage: StartStage, errorType: CallErrorType, work: () => Promise<Record<string, unknown>>): Promise<void> {
    const { active, stages, report } = this.#parts;
    if (active.signal.aborted) return;
    try {
      await stages.run(
        stage,
        () => active.begin(work),
        (metadata) => metadata,
      );
    } catch (error) {
      if (!active.signal.aborted) report.error(errorType, stage, error);
    }
  }
}

/** What is told of a call that was made, or is joined again. */
export function describeCall({ id, artifactPlan, assistant }: JoinableCall): Record<string, unknown> {
  return {
    callId: id ?? "unknown",
    videoRecordingEnabled: artifactPlan?.videoRecordingEnabled ?? false,
    voiceProvider: voiceProviderOf(assistant) ?? "unknown",
  };
}

function describeRoom({ video, callObject }: RoomContext): Record<string, unknown> {
  const nameOf = (source: CallObjectOptions["audioSource"]) => (typeof source === "object" ? "track" : source);
  return {
    audioSource: nameOf(callObject.audioSource) ?? true,
    videoSource: nameOf(callObject.videoSource) ?? video.sends,
    isVideoRecordingEnabled: video.sends,
    isVideoEnabled: video.receives,
  };
}

function voiceProviderOf(assistant: Call["assistant"]): string | undefined {
  const { voice } = (assistant ?? {}) as { voice?: { provider?: string } };
  return voice?.provider;
}
