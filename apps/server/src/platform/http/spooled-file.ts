import { openAsBlob } from "node:fs";

/**
 * An uploaded `File` whose bytes are on disk at `path`. To keep it, move it away: the file at `path` is removed after the response.
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
