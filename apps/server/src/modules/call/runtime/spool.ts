import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { readJson } from "@callwright/contract";
import { z } from "zod";
import type { RecordingKind } from "../../../platform/blobs/blob-key.ts";

/** The process that owns a node's folder. It shows that a node is dead before its leases expire. */
const Owner = z.object({ pid: z.number(), hostname: z.string() });
const OWNER_FILE = "owner.json";
const EXTENSIONS: Record<RecordingKind, string> = { sound: ".wav", video: ".webm" };
const KINDS = Object.keys(EXTENSIONS) as RecordingKind[];

/**
 * Where recordings are written while a call runs: `spool/{nodeId}/{callId}.wav` and `.webm` under the data directory.
 * Finished recordings move to the blob store. After a crash, the next start finds the rest here.
 */
export function createSpool(folder: string, nodeId: string) {
  const nodeFolder = (node: string) => path.join(folder, node);
  const recordingPath = (node: string, callId: string, kind: RecordingKind) =>
    path.join(nodeFolder(node), callId + EXTENSIONS[kind]);

  return {
    recordingPath,

    /** Creates this node's folder. */
    async open() {
      await mkdir(nodeFolder(nodeId), { recursive: true, mode: 0o700 });
      const owner = JSON.stringify({ pid: process.pid, hostname: hostname() } satisfies z.infer<typeof Owner>);
      await writeFile(path.join(nodeFolder(nodeId), OWNER_FILE), owner, { mode: 0o600 });
    },

    /** Other nodes of this data directory whose process is certainly dead. */
    async deadNodes() {
      const nodes = (await listOrNothing(folder)).filter((node) => node !== nodeId);
      const dead = await Promise.all(nodes.map((node) => isDead(path.join(nodeFolder(node), OWNER_FILE))));
      return nodes.filter((_, index) => dead[index]);
    },

    /** Recordings in a node's folder. */
    async recordings(node: string) {
      const files = await listOrNothing(nodeFolder(node));
      return KINDS.flatMap((kind) =>
        files
          .filter((file) => file.endsWith(EXTENSIONS[kind]))
          .map((file) => ({ callId: path.basename(file, EXTENSIONS[kind]), kind })),
      );
    },

    async discard(node: string, callId: string, kind: RecordingKind) {
      await rm(recordingPath(node, callId, kind), { force: true });
    },

    /** Removes a node's folder if it has no recordings. */
    async close(node: string) {
      if ((await this.recordings(node)).length > 0) return;
      await rm(path.join(nodeFolder(node), OWNER_FILE), { force: true });
      await rmdir(nodeFolder(node)).catch(() => {});
    },
  };
}

export type Spool = ReturnType<typeof createSpool>;

/**
 * Certain only on the same machine, if no process has the owner's id, or if this process has it (in a container, every start gets the same id).
 * Otherwise the leases of its calls decide.
 */
async function isDead(ownerFile: string): Promise<boolean> {
  const text = await readFile(ownerFile, "utf8").catch(() => "");
  const owner = Owner.safeParse(readJson(text));
  if (!owner.success || owner.data.hostname !== hostname()) return false;
  return owner.data.pid === process.pid || !isRunning(owner.data.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function listOrNothing(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
