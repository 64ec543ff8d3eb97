import { type CallType, LINE_DEFAULTS } from "@callwright/contract";
import { AgentCall } from "../call/agent-call.ts";
import type { CallListener } from "../call/call-listener.ts";
import { createCallParts, createOfflineVoice } from "../call/call-parts.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { CallTools } from "../call/call-tools.ts";
import { openCarrierTransport } from "../media/carrier-transport.ts";
import { echoCanceling } from "../media/echo-canceller.ts";
import { lineBackground } from "../media/line/line-background.ts";
import { openLine } from "../media/line/open-line.ts";
import { atSpeechLevel } from "../media/line/speech-level.ts";
import { MediaClock } from "../media/media-clock.ts";
import { type FarEnd, isDialedPeer, type MediaTransport, type TransportListener } from "../media/media-transport.ts";
import type { ScriptedFarEnd } from "../media/phone-script.ts";
import { openScriptedPhone } from "../media/scripted-phone.ts";
import { openSocketTransport } from "../media/socket-transport.ts";
import { VideoFeed } from "../media/video-feed.ts";
import { trimSilence } from "../media/wave.ts";
import { openWebRtcEcho } from "../media/webrtc-echo.ts";
import { openDialedTransport, openPhoneTransport, openWebRtcTransport, type WebRtcOptions } from "../media/webrtc-transport.ts";
import type { LoadShedding } from "../process/load-shedding.ts";
import { synthesiseInWorker } from "../providers/callwright/flite/flite-pool.ts";
import { speakable } from "../providers/callwright/flite/speakable.ts";
import { warmOfflineTranscriber } from "../providers/callwright/transcriber.ts";
import type { ProviderContext } from "../providers/provider.ts";
import { showsVideo } from "../providers/registry.ts";
import type { AskEndpointing } from "../speech/endpointing-server.ts";
import { warmTurnDetection } from "../speech/turn-detector.ts";
import { warmVoice } from "../speech/warm-up.ts";
import type { PoolLog } from "./call-host-pool.ts";
import type { CallHostSettings, HostedCallSpec } from "./call-host-protocol.ts";

/** A different voice than the default one of assistants. */
const SCRIPT_VOICE = "rms";

type SaidText = Parameters<Parameters<typeof openScriptedPhone>[0]["speak"]>[0];

const speakWith = (voice: string, text: string, speed?: number) =>
  synthesiseInWorker(voice, text, new AbortController().signal, speed);

const agentsOf = ({ assistant, team }: CallSpec) => team?.agents.map((agent) => agent.assistant) ?? [assistant];

/** Starts calls, with what all calls of a process share. */
export class VoiceEngine {
  readonly #settings: CallHostSettings;
  readonly #log: PoolLog;
  readonly #context: ProviderContext;
  readonly #now = () => performance.now();
  readonly #mediaClock = new MediaClock(this.#now);
  readonly #releasing = new Set<Promise<void>>();

  readonly #shedding: LoadShedding;
  /** For lines that return our sound. Browsers cancel their own echo. */
  readonly #withoutEcho = echoCanceling(openWebRtcEcho, (message) => this.#log({ level: "warn", message }));

  constructor(settings: CallHostSettings, shedding: LoadShedding, log: PoolLog) {
    this.#settings = settings;
    this.#shedding = shedding;
    this.#log = log;
    this.#context = {
      keys: {},
      urls: settings.providerUrls,
      localModelUrls: settings.localModelUrls,
      allowPrivateAddresses: settings.allowPrivateAddresses ?? false,
      fakes: settings.fakes ?? false,
      speechFolder: settings.speechFolder,
      shedding,
    };
  }

  /**
   * Loads the shared models, so that no call waits for them. Calls work without a recognizer (the browser transcribes) and without the end-of-turn
   * model.
   */
  async warm(): Promise<void> {
    await Promise.all([
      createOfflineVoice(this.#context).then(warmVoice),
      this.#warm(warmTurnDetection, "Turns end by the caller's words alone, because the end-of-turn model does not start"),
      this.#warm(warmOfflineTranscriber, "Local speech recognition does not start"),
    ]);
  }

  async #warm(load: () => Promise<void>, whatFails: string): Promise<void> {
    await load().catch((error: unknown) => this.#log({ level: "warn", message: `${whatFails}: ${String(error)}` }));
  }

  startCall(spec: HostedCallSpec, tools: CallTools, askEndpointing: AskEndpointing, listener: CallListener): AgentCall {
    const { callId, serverKeys, orgKeys, callType = "webCall" } = spec;
    const { iceServers, portRange, publicIp } = this.#settings;
    const video = callType === "webCall" && showsVideo(agentsOf(spec), this.#context) ? new VideoFeed() : undefined;
    const transportOptions = {
      iceServers,
      ...(portRange ? { portRange } : {}),
      ...(publicIp ? { publicIp } : {}),
      ...(video && { video }),
    };
    const context = { ...this.#context, keys: serverKeys, orgKeys, onFrame: video?.show };
    return new AgentCall({
      spec,
      tools,
      listener,
      mediaClock: this.#mediaClock,
      shedding: this.#shedding,
      now: this.#now,
      allowPrivateAddresses: this.#settings.allowPrivateAddresses ?? false,
      openTransport: (farEnd, transportListener) => this.#openTransport(farEnd, callType, transportOptions, transportListener),
      createParts: (conversationListener) => createCallParts(spec, context, conversationListener, tools, askEndpointing),
      createTalkParts: (conversationListener, variableValues, { assistant, keys }, talkTools) => {
        const { team: _, ...alone } = spec;
        const own = { keys: { ...serverKeys, ...keys.keys }, orgKeys: { ...orgKeys, ...keys.orgKeys } };
        return createCallParts(
          { ...alone, assistant, variableValues },
          { ...this.#context, ...own },
          conversationListener,
          talkTools,
        );
      },
      log: (level, message, detail) => this.#log({ level, message, callId, ...(detail ? { detail } : {}) }),
      onReleased: this.#trackRelease(),
    });
  }

  async #openTransport(
    farEnd: FarEnd,
    callType: CallType,
    options: WebRtcOptions,
    listener: TransportListener,
  ): Promise<{ transport: MediaTransport; answerSdp: string }> {
    if (isDialedPeer(farEnd)) return this.#withoutEcho(listener, (clean) => openDialedTransport(farEnd, options, clean));
    if (typeof farEnd === "object" && "sendSound" in farEnd) {
      const open = (heard: TransportListener) => ({ transport: openSocketTransport(farEnd, heard), answerSdp: "" });
      return farEnd.page ? open(listener) : this.#withoutEcho(listener, open);
    }
    if (typeof farEnd === "object" && "send" in farEnd)
      return this.#withoutEcho(listener, (clean) => ({
        transport: openCarrierTransport(farEnd, clean, this.#now),
        answerSdp: "",
      }));
    if (typeof farEnd !== "string") return this.#openScripted(farEnd, listener);
    return callType === "webCall"
      ? openWebRtcTransport(farEnd, options, listener)
      : this.#withoutEcho(listener, (clean) => openPhoneTransport(farEnd, options, clean));
  }

  /** A line with an echo has an echo canceller, as the lines of real telephones. */
  async #openScripted({ script, caller }: ScriptedFarEnd, listener: TransportListener) {
    const clock = this.#mediaClock;
    if (!caller) {
      const speak = async ({ text, voice = SCRIPT_VOICE, speed }: SaidText) => (await speakWith(voice, text, speed)).samples;
      return { transport: openScriptedPhone({ script, clock, speak, listener }), answerSdp: "" };
    }
    const { line = {}, seed, voice: ownVoice = SCRIPT_VOICE, speed: ownSpeed } = caller;
    const { sound = LINE_DEFAULTS.background.sound } = line.background ?? {};
    const speakTrimmed = async (voice: string, text: string, speed?: number) =>
      trimSilence(await speakWith(voice, speakable(text), speed)).samples;
    const background = line.background && (await lineBackground(sound, speakTrimmed));
    const speak = async ({ text, voice = ownVoice, speed = ownSpeed }: SaidText) =>
      atSpeechLevel(await speakTrimmed(voice, text, speed));
    const open = (heard: TransportListener) => ({
      transport: openScriptedPhone({
        script,
        clock,
        speak,
        line: openLine(line, seed, background),
        onSaid: (said) => heard.onSaid?.(said),
        listener: heard,
      }),
      answerSdp: "",
    });
    return line.echo ? this.#withoutEcho(listener, open) : open(listener);
  }

  #trackRelease(): () => void {
    let onReleased = () => {};
    const released = new Promise<void>((resolve) => {
      onReleased = resolve;
    });
    this.#releasing.add(released);
    void released.then(() => this.#releasing.delete(released));
    return onReleased;
  }

  /** Resolves when the resources of ended calls are released. */
  async released(): Promise<void> {
    await Promise.all(this.#releasing);
  }
}
