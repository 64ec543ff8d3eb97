import type { ProviderContext } from "../providers/provider.ts";
import { AgentCall } from "./agent-call.ts";
import type { CallHostSettings } from "./call-host-protocol.ts";
import { createCallParts, createFallbackVoice } from "./call-parts.ts";
import { MediaClock } from "./media-clock.ts";
import { warmTurnDetection } from "./turn-detector.ts";
import type { VoiceEngine } from "./voice-engine.ts";
import { warmVoice } from "./warm-up.ts";
import { openWebRtcTransport } from "./webrtc-transport.ts";

export type EngineLog = (entry: {
  level: "info" | "warn" | "error";
  message: string;
  callId?: string;
  detail?: Record<string, unknown>;
}) => void;

/** The voice engine on LiveKit's AgentSession and WebRTC. */
export function createAgentVoiceEngine(settings: CallHostSettings, log: EngineLog): VoiceEngine {
  const now = () => performance.now();
  const mediaClock = new MediaClock(now);
  const context: ProviderContext = {
    keys: settings.providerKeys,
    urls: settings.providerUrls,
    allowPrivateAddresses: settings.allowPrivateAddresses ?? false,
    fakes: settings.fakes ?? false,
  };
  const { iceServers, portRange, publicIp } = settings;
  const transportOptions = { iceServers, ...(portRange ? { portRange } : {}), ...(publicIp ? { publicIp } : {}) };
  const releasing = new Set<Promise<void>>();

  return {
    async warm() {
      await Promise.all([warmTurnDetection(), createFallbackVoice(context).then(warmVoice)]);
    },
    startCall(spec, listener) {
      let onReleased = () => {};
      const released = new Promise<void>((resolve) => {
        onReleased = resolve;
      });
      releasing.add(released);
      void released.then(() => releasing.delete(released));
      return new AgentCall({
        spec,
        listener,
        mediaClock,
        now,
        openTransport: (sdp, transportListener) => openWebRtcTransport(sdp, transportOptions, transportListener),
        createParts: () => createCallParts(spec, { ...context, orgKeys: spec.orgKeys, knowledge: spec.knowledge }),
        log: (level, message, detail) => log({ level, message, callId: spec.callId, ...(detail ? { detail } : {}) }),
        onReleased,
      });
    },
    async released() {
      await Promise.all(releasing);
    },
  };
}
