/** What a handler returns instead of a value if the answer is at another address. */
export class Redirect {
  /** Absolute. */
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}
