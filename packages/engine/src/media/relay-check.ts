import { RTCPeerConnection } from "./wrtc.ts";

/**
 * Whether a TURN server gives a relay address for this name and password: a connection to nobody is prepared, by way of it alone. It ends within
 * `waitMs`.
 */
export function givesRelay(
  server: { urls: string; username?: string | undefined; credential?: string | undefined },
  waitMs: number,
): Promise<boolean> {
  const { urls, username = "", credential = "" } = server;
  const peer = new RTCPeerConnection({ iceServers: [{ urls, username, credential }], iceTransportPolicy: "relay" });
  const hasRelay = () => peer.localDescription?.sdp.includes(" typ relay ") ?? false;
  return new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => resolve(hasRelay()), waitMs);
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== "complete") return;
      clearTimeout(timer);
      resolve(hasRelay());
    };
    peer.createDataChannel("check");
    const gather = async () => peer.setLocalDescription(await peer.createOffer());
    gather().catch((error: unknown) => {
      clearTimeout(timer);
      reject(error);
    });
  }).finally(() => {
    peer.onicegatheringstatechange = null;
    peer.close();
  });
}
