const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** No name begins with a dot, so no part of a key can climb out of its folder. */
const KEY = new RegExp(`^org/${UUID}/(call|file|export)/${UUID}/[a-z0-9][a-z0-9-]*(\\.[a-z0-9]+)?$`);

const TEXT = "text/plain; charset=utf-8";
/** A browser would run scripts in an uploaded XML file on our origin, so it is served as plain text. */
const CONTENT_TYPES: Record<string, string> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  jsonl: "application/x-ndjson",
  webm: "video/webm",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  json: "application/json",
  ...Object.fromEntries(["txt", "csv", "md", "tsv", "yaml", "xml", "log"].map((extension) => [extension, TEXT])),
};

/** A call's recordings: the sound of both sides (stereo, customer left), and the caller's camera with the sound of both. */
export type RecordingKind = "sound" | "video";
const RECORDING_FILES: Record<RecordingKind, string> = { sound: "recording.wav", video: "video-recording.webm" };

/** Key of a call's recording. */
export function recordingBlobKey(orgId: string, callId: string, kind: RecordingKind = "sound"): string {
  return `org/${orgId}/call/${callId}/${RECORDING_FILES[kind]}`;
}

/** Key of a derived recording: mono, one side, or another format. */
export function recordingPartBlobKey(orgId: string, callId: string, part: string, extension: string): string {
  return `org/${orgId}/call/${callId}/recording-${part}.${extension}`;
}

/** Key of a call's log, which is made when it is read. */
export function callLogBlobKey(orgId: string, callId: string): string {
  return `org/${orgId}/call/${callId}/log.jsonl`;
}

/** Keys of an uploaded file: the original, and its extracted text. */
export function fileBlobKey(orgId: string, fileId: string, extension: string): string {
  return `org/${orgId}/file/${fileId}/original.${extension}`;
}
export function fileTextBlobKey(orgId: string, fileId: string): string {
  return `org/${orgId}/file/${fileId}/text.txt`;
}

/** Key of an export of calls. */
export function exportBlobKey(orgId: string, exportId: string, format: "csv" | "json"): string {
  return `org/${orgId}/export/${exportId}/calls.${format}`;
}

/** Whether a key has our form, which cannot name a path elsewhere. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key);
}

/** The owner of a key's blob. The key must be valid, see `isBlobKey`. */
export function blobOwner(key: string): { orgId: string; kind: "call" | "file" | "export"; id: string } {
  const [, orgId = "", kind, id = ""] = key.split("/");
  return { orgId, kind: kind === "file" || kind === "export" ? kind : "call", id };
}

/** Last part of a key, for `Content-Disposition`. */
export function blobFileName(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

export function blobContentType(key: string): string {
  return CONTENT_TYPES[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
