/** The page does not serve the files of noise cancellation. Its developer may have left them out: the call does not fail. */
export class NoiseFilesMissing extends Error {
  constructor(reason: string) {
    super(
      `Noise cancellation is off, because its files are not beside the script: ${reason}. docs/call-sdk.md says which to copy.`,
    );
    this.name = "NoiseFilesMissing";
  }
}
