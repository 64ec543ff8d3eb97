import { type KeypadInputPlan, PLAN_DEFAULTS } from "@callwright/contract";

/** After this many keys, the input is complete. */
const KEYS_MAX = 64;

export interface KeypadInputOptions {
  /** The plan of the assistant that currently has the conversation. */
  plan(): KeypadInputPlan | undefined;
  /** The first key of an input was pressed. */
  onBegin(): void;
  /** The input is complete. */
  onInput(keys: string): void;
}

/**
 * Collects the keys that a caller presses into one input.
 *
 * ```
 *   empty ── key ──▶ collecting ── delimiter, pause of `timeoutSeconds` ──▶ empty, with an input
 * ```
 * Without a pause (`timeoutSeconds` is 0) a delimiter ends the input; without delimiters either, each key is one.
 */
export class KeypadInput {
  readonly #options: KeypadInputOptions;
  #keys = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(options: KeypadInputOptions) {
    this.#options = options;
  }

  press(key: string): void {
    const plan = this.#options.plan();
    if (!plan?.enabled) return;
    const { timeoutSeconds = PLAN_DEFAULTS.keypadInput.timeoutSeconds } = plan;
    const delimiters = [plan.delimiters ?? ""].flat().filter((each) => each !== "");
    clearTimeout(this.#timer);
    if (this.#keys === "") this.#options.onBegin();
    const isDelimiter = (delimiters as string[]).includes(key);
    // A delimiter alone is the caller's input.
    if (!isDelimiter || this.#keys === "") this.#keys += key;
    const isWhole = isDelimiter || this.#keys.length >= KEYS_MAX || (timeoutSeconds === 0 && delimiters.length === 0);
    if (isWhole) this.#end();
    else if (timeoutSeconds > 0) this.#timer = setTimeout(() => this.#end(), timeoutSeconds * 1000);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#keys = "";
  }

  #end(): void {
    const keys = this.#keys;
    this.close();
    this.#options.onInput(keys);
  }
}
