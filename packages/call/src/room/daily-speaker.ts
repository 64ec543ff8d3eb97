import type { DailyEventObjectTrack } from "@daily-co/daily-js";
import type { RemoteSound } from "./remote-sound.ts";
import type { RoomEvents } from "./room-events.ts";

export type SpeakerSound = Pick<RemoteSound, "element" | "play" | "playWhenTouched" | "playOn" | "close">;

/** Plays and shows the participant that is the assistant. Other participants stay silent and hidden. */
export class DailySpeaker {
  readonly #name: string;
  readonly #events: RoomEvents;
  readonly #createSound: () => SpeakerSound;
  /** By the participant's session. */
  readonly #sounds = new Map<string, SpeakerSound>();
  #outputDeviceId: string | undefined;

  constructor(name: string, events: RoomEvents, createSound: () => SpeakerSound) {
    this.#name = name;
    this.#events = events;
    this.#createSound = createSound;
  }

  trackStarted({ participant, track }: DailyEventObjectTrack): void {
    if (!participant || participant.local || participant.user_name !== this.#name) return;
    if (track.kind === "audio") void this.#play(participant.session_id, track);
    else {
      this.#events.onVideo(track);
      this.#events.onPlayable();
    }
  }

  participantLeft(sessionId: string): void {
    const sound = this.#sounds.get(sessionId);
    if (!sound) return;
    this.#sounds.delete(sessionId);
    sound.close();
    this.#events.onPlayer(undefined);
  }

  /** Play on this output from now on. */
  async playOn(deviceId: string): Promise<void> {
    this.#outputDeviceId = deviceId;
    await Promise.all([...this.#sounds.values()].map((sound) => sound.playOn(deviceId)));
  }

  close(): void {
    for (const sessionId of [...this.#sounds.keys()]) this.participantLeft(sessionId);
  }

  async #play(sessionId: string, track: MediaStreamTrack): Promise<void> {
    this.participantLeft(sessionId);
    const sound = this.#createSound();
    this.#sounds.set(sessionId, sound);
    this.#events.onPlayer(sound.element);
    const isCurrent = () => this.#sounds.get(sessionId) === sound;
    const playable = () => {
      if (isCurrent()) this.#events.onPlayable();
    };
    try {
      if (this.#outputDeviceId) await sound.playOn(this.#outputDeviceId);
      const isPlaying = await sound.play(new MediaStream([track]));
      if (!isCurrent()) return;
      if (isPlaying) return playable();
      this.#events.onSoundBlocked();
      sound.playWhenTouched(playable);
    } catch (error) {
      // If a call ends while its sound begins, play() rejects, and nobody needs that error.
      if (isCurrent()) this.#events.onFailure(error);
    }
  }
}
