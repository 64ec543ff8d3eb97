/** Gathers what a step of the model puts out. */
export class ModelOutput {
  readonly #onStep: (text: string) => void;
  #text = "";

  /** `onStep` gets all of a step's text, unless there is none. */
  constructor(onStep: (text: string) => void) {
    this.#onStep = onStep;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** The step ended, or was cut off. */
  endStep(): void {
    const text = this.#text.trim();
    this.#text = "";
    if (text !== "") this.#onStep(text);
  }
}
