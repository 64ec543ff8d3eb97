import type { Client } from "@callwright/client";
import type { StoredFile } from "@callwright/contract";
import { createListeners } from "../../data/listeners.ts";

/**
 * ```
 *   running ──▶ (gone: the file is in the list)
 *           └─▶ failed ──▶ (gone: dismissed)
 * ```
 */
export interface Upload {
  id: number;
  name: string;
  /** Uploaded share of the request's body, 0 to 1. */
  progress: number;
  /** Why the upload failed, as a sentence. */
  failure?: string;
}

type Uploads = readonly Upload[];

/** Running and failed uploads. They continue when the user opens another page. */
export function createUploadStore() {
  let uploads: Uploads = [];
  let lastId = 0;
  const { subscribe, tell } = createListeners();
  const aborts = new Map<number, AbortController>();
  const set = (next: Uploads) => {
    uploads = next;
    tell();
  };
  const change = (id: number, part: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: number) => set(uploads.filter((upload) => upload.id !== id));

  return {
    uploads: () => uploads,
    subscribe,
    /** Resolves to the stored file. Undefined: the upload was cancelled or failed; the list of uploads says which. */
    start: async (client: Client, file: File): Promise<StoredFile | undefined> => {
      lastId += 1;
      const id = lastId;
      const abort = new AbortController();
      aborts.set(id, abort);
      set([...uploads, { id, name: file.name, progress: 0 }]);
      try {
        const stored = await client.files.create({
          body: { file },
          signal: abort.signal,
          onUploadProgress: ({ loadedBytes, totalBytes }) => change(id, { progress: loadedBytes / totalBytes }),
        });
        drop(id);
        return stored;
      } catch (error) {
        if (abort.signal.aborted) drop(id);
        else change(id, { failure: error instanceof Error ? error.message : String(error) });
        return undefined;
      } finally {
        aborts.delete(id);
      }
    },
    /** Cancels a running upload, or removes a failed one from the list. */
    dismiss: (id: number) => {
      aborts.get(id)?.abort();
      drop(id);
    },
  };
}
