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
import { isDirectRoom } from "./room/choose-room.ts";
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
  /** Settles when the previous call is cleaned up. Absent if there is nothing to wait for. */
  before: Promise<void> | undefined;
  move(event: CallStateEvent): boolean;
}

/** The voice provider with a video avatar. */
const VIDEO_AVATAR_PROVIDER = "tavus";

/**
 * The stages from `start` or `reconnect` to a running call. Each started stage is awaited, so completed means done.
 *
 * ```
 *  initialization ─▶ web-call-creation ─▶ daily-call-object-creation ─▶ mobile-permissions ─▶ daily-call-join ─▶ video recording ─▶ levels ─▶ noise
 *                    (or a running call)
 * ```
 * The call continues if a stage after the join fails. A video recording is asked for. It takes seconds to start, or never does, so neither
 * the other stages nor `start` wait for that.
 */
export class CallSetUp {
  readonly #parts: CallSetUpParts;
  /** Opens the microphone while the call is created. */
  #microphone: Promise<void> | undefined;

  constructor(parts: CallSetUpParts) {
    this.#parts = parts;
  }

  /** The permission prompt can take longer than a room waits. So the microphone is opened first, unless permission is already granted. */
  async openMicrophone(): Promise<void> {
    const { environment, active, callObject } = this.#parts;
    const isGranted = await environment.isMicrophoneGranted();
    active.signal.throwIfAborted();
    const opening = active.openMicrophone(callObject.audioSource);
    if (!isGranted) return opening;
    // Awaited when the room needs it.
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
    await this.#recordVideo(room, context);
    await this.#hear(room);
    active.signal.throwIfAborted();
  }

  /** Rejoins a running call. Retries for as long as the server may wait for the caller. */
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
    const wants = isRecorded || voiceProviderOf(call.assistant) === VIDEO_AVATAR_PROVIDER;
    // A direct room says whether the assistant sends video. Negotiating video that never comes costs both sides.
    const hasPicture = !isDirectRoom(call.webCallUrl) || call.transport?.assistantVideoEnabled === true;
    const video = { sends: isRecorded, receives: wants && hasPicture };
    return { call, isRejoin, microphone: active.microphone, video, config, callObject, clock: environment, events };
  }

  /** Levels start first, so that a page shows input before noise cancellation is ready. */
  async #hear(room: RoomTransport): Promise<void> {
    const { active, stages, config, environment } = this.#parts;
    await this.#optional("audio-observer-setup", "audio-observer-setup-error", () => room.observeAudio());
    if (active.signal.aborted) return;
    if (config.noiseCancellation === false) stages.completed("audio-processing-setup", { action: "skipped-not-enabled" });
    else
      await this.#optional("audio-processing-setup", "audio-processing-setup-error", async () => {
        const processing = await room.processAudio();
        if (typeof processing.warning === "string") environment.log(processing.warning);
        return processing;
      });
  }

  async #recordVideo(room: RoomTransport, { video, isRejoin }: RoomContext): Promise<void> {
    const { active, stages } = this.#parts;
    if (!video.sends) return stages.completed("video-recording-setup", { action: "skipped-not-enabled" });
    await this.#optional("video-recording-setup", "video-recording-setup-error", async () => {
      const started = room.startVideoRecording(VIDEO_RECORDING);
      active.unlessOver(started).then(
        ({ delaySeconds }) => this.#videoRecorded(room, delaySeconds, isRejoin),
        (error: unknown) => this.#reportUnlessOver("video-recording-setup", "video-recording-setup-error", error),
      );
      return {};
    });
  }

  #videoRecorded(room: RoomTransport, delaySeconds: number, isRejoin: boolean): void {
    this.#parts.stages.completed("video-recording-started", { delaySeconds }, delaySeconds * 1000);
    const order = { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: delaySeconds };
    // A caller who rejoins has heard the first message.
    if (!isRejoin) room.send(JSON.stringify(order));
  }

  /** A stage that may fail: the failure is reported and the call continues. Skipped after the end, because any listener may hang up. */
  async #optional(stage: StartStage, errorType: CallErrorType, work: () => Promise<Record<string, unknown>>): Promise<void> {
    const { active, stages } = this.#parts;
    if (active.signal.aborted) return;
    try {
      await stages.run(
        stage,
        () => active.begin(work),
        (metadata) => metadata,
      );
    } catch (error) {
      this.#reportUnlessOver(stage, errorType, error);
    }
  }

  #reportUnlessOver(stage: StartStage, errorType: CallErrorType, error: unknown): void {
    if (!this.#parts.active.signal.aborted) this.#parts.report.error(errorType, stage, error);
  }
}

/** Metadata of a created or rejoined call. */
export function describeCall({ id, artifactPlan, assistant }: JoinableCall) {
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
