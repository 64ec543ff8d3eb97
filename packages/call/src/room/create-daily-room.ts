import { dailyFailure } from "./daily-failure.ts";
import { BROWSER_TOOLS, DailyRoom, type DailyRoomTools } from "./daily-room.ts";
import { type DailyLibrary, loadDaily } from "./load-daily.ts";
import type { RoomContext, RoomTransport } from "./room-transport.ts";

/** The last room of this page. Daily only supports one call object at a time. */
let lastRoom: DailyRoom | undefined;

/** Creates a Daily room: loads the library, then creates a call object once the previous one is destroyed. */
export async function createDailyRoom(
  context: RoomContext,
  load: () => Promise<DailyLibrary> = loadDaily,
  tools: DailyRoomTools = BROWSER_TOOLS,
): Promise<RoomTransport> {
  const { config, video, microphone } = context;
  const { noiseCancellation: _ours, speakerName: _oursToo, ...dailyConfig } = config;
  // Daily opens the microphone itself. This one was only opened for the permission prompt.
  microphone.release();
  const library = await load();
  await lastRoom?.leaving?.catch(() => undefined);
  // The caller may have selected another device while the library loaded.
  const { chosen } = microphone;
  const callObject = { ...context.callObject, ...(chosen ? { audioSource: chosen.deviceId ?? true } : {}) };
  try {
    const call = library.createCallObject({
      audioSource: callObject.audioSource ?? true,
      videoSource: callObject.videoSource ?? video.sends,
      dailyConfig: { avoidEval: true, ...dailyConfig },
      ...(microphone.isMuted ? { startAudioOff: true } : {}),
    });
    lastRoom = new DailyRoom(call, { ...context, callObject }, tools);
    return lastRoom;
  } catch (error) {
    throw dailyFailure(error, "Daily's call object could not be created.");
  }
}
