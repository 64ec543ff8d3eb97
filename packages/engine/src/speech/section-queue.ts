import { SECTION_END } from "./section-mark.ts";

/** The text of one section, as it arrives. */
export class Section {
  text = "";
  /** All its text has arrived. */
  isWhole = false;
  /** More sections may follow. */
  isFollowed = false;
  /** Called with each new text, and with undefined when the text is whole. */
  onText: (text: string | undefined) => void = () => {};

  /** Where a replacement voice would begin: at the phrase that is being spoken, or after it if all of its sound exists. */
  spokenFrom = 0;

  get isBlank(): boolean {
    return this.text.trim() === "";
  }

  add(text: string): void {
    this.text += text;
    this.onText(text);
  }

  end(isFollowed: boolean): void {
    this.isWhole = true;
    this.isFollowed = isFollowed;
    this.onText(undefined);
  }
}

/** The sections of a speech, cut from its text. A section without words is left out. */
export class SectionQueue {
  #reader: ReadableStreamDefaultReader<string>;
  #open = new Section();
  #waiting: Section[] = [];
  #isDone = false;
  #wake: () => void = () => {};

  constructor(text: ReadableStream<string>) {
    this.#reader = text.getReader();
    void this.#read();
  }

  /** The next section, once it has its first word; undefined after the last. */
  async next(): Promise<Section | undefined> {
    while (this.#waiting.length === 0 && !this.#isDone)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#waiting.shift();
  }

  /** Reads no more text. */
  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read().catch(() => ({ done: true as const, value: undefined }));
      if (done) break;
      const [first = "", ...rest] = value.split(SECTION_END);
      this.#add(first);
      for (const text of rest) {
        this.#end(true);
        this.#add(text);
      }
    }
    this.#isDone = true;
    this.#end(false);
    this.#wake();
  }

  #add(text: string): void {
    const wasBlank = this.#open.isBlank;
    // White space before the first word would only delay it.
    const words = wasBlank ? text.trimStart() : text;
    if (words === "") return;
    this.#open.add(words);
    if (!wasBlank) return;
    this.#waiting.push(this.#open);
    this.#wake();
  }

  #end(isFollowed: boolean): void {
    if (this.#open.isBlank) return;
    this.#open.end(isFollowed);
    this.#open = new Section();
  }
}
