/** What a handler answers instead of a value when the answer lies elsewhere. */
export class Redirect {
  /** Absolute. */
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}
