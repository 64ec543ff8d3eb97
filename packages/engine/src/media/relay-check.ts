import { type PeerConfiguration, type PeerConnection, RTCPeerConnection } from "./wrtc.ts";

/**
 * Whether a TURN server gives a relay address for this name and password: a connection to nobody is prepared, by way of it alone. False also
 * where one of them is missing. It ends within `waitMs`.
 */
export async function givesRelay(server: PeerConfiguration["iceServers"][number], waitMs: number): Promise<boolean> {
  if (!server.username || !server.credential) return false;
  const peer = new RTCPeerConnection({ iceServers: [server], iceTransportPolicy: "relay" });
  try {
    peer.createDataChannel("check");
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer, waitMs);
    return peer.localDescription?.sdp.includes(" typ relay ") ?? false;
  } finally {
    peer.onicegatheringstatechange = null;
    peer.close();
  }
}

/** Resolves when all candidates are known, or after `waitMs`. */
export function gathered(peer: PeerConnection, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== "complete") return;
      clearTimeout(timer);
      resolve();
    };
  });
}
