import { openAsBlob } from "node:fs";

/**
 * A file of a form: a `File` like any other, whose bytes lie on the disk. Whoever keeps it moves it away from `path`; what is still there
 * when its request has been answered is removed.
 */
export class SpooledFile extends File {
  readonly path: string;

  private constructor(path: string, content: Blob, name: string, type: string) {
    super([content], name, { type });
    this.path = path;
  }

  static async open(path: string, name: string, type: string): Promise<SpooledFile> {
    return new SpooledFile(path, await openAsBlob(path), name, type);
  }
}
