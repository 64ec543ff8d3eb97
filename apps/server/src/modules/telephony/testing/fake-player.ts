const PACKET_MS = 20;

/** Plays what a server sends over a stream to a telephone, 20 ms a packet, and gives its marks back. */
export class FakePlayer {
  /** Packets that were played, in base64. */
  readonly played: string[] = [];
  #queue: ({ sound: string } | { mark: string })[] = [];
  #timer: NodeJS.Timeout | undefined;

  start(onMark: (name: string) => void): void {
    this.#timer = setInterval(() => this.#play(onMark), PACKET_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  take(data: { toString(): string }): void {
    const { event, media, mark } = JSON.parse(data.toString());
    if (event === "media") this.add({ sound: media.payload });
    else if (event === "mark") this.add({ mark: mark.name });
  }

  add(item: { sound: string } | { mark: string }): void {
    this.#queue.push(item);
  }

  #play(onMark: (name: string) => void): void {
    for (;;) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      if ("sound" in next) return void this.played.push(next.sound);
      onMark(next.mark);
    }
  }
}
