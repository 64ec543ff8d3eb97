import { mkdir } from "node:fs/promises";
import { PlatformError } from "@callwright/contract";
import type { AppContext } from "./app.ts";
import { createFormReader, type FormBody, type FormReader } from "./form-reader.ts";
import { DISCARD_MAX_BYTES } from "./request-body.ts";

const FORM_TYPE = /^multipart\/form-data\s*;(.*;)?\s*boundary=("[^"]{1,200}"|[^\s";]{1,200})\s*(;|$)/i;

/**
 * The parts of a form, with its files in `folder`: they are written as they arrive, and are never in memory as a whole. Together they may have
 * `FILE_MAX_BYTES`. Fails with `unsupported-media-type`, `file-too-large` or `form-invalid`, and then, as after an aborted upload, leaves no files in
 * `folder`.
 */
export async function readFormBody(c: AppContext, folder: string): Promise<FormBody> {
  const contentType = c.req.header("content-type") ?? "";
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const form = FORM_TYPE.test(contentType) ? createFormReader(contentType, folder) : undefined;
  try {
    await feed(c.req.raw.body, form);
    if (!form)
      throw new PlatformError("unsupported-media-type", {
        expected: "multipart/form-data, with a boundary of at most 200 characters",
      });
    return await form.finish();
  } catch (error) {
    await form?.discard();
    throw error;
  }
}

/** The rest of a refused body is read and discarded: see `DISCARD_MAX_BYTES`. */
async function feed(body: ReadableStream<Uint8Array> | null, form: FormReader | undefined): Promise<void> {
  const reader = body?.getReader();
  for (let size = 0; reader && size <= DISCARD_MAX_BYTES; ) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new PlatformError("form-invalid", { detail: "it breaks off." }, { cause });
    });
    if (done) return;
    size += value.byteLength;
    await form?.write(value);
  }
}
