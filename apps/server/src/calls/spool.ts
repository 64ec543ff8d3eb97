import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { z } from "zod";

/** Who wrote a node's folder: enough to tell that it is dead without waiting for its leases. */
const Owner = z.object({ pid: z.number(), hostname: z.string() });
const OWNER_FILE = "owner.json";
const RECORDING_EXTENSION = ".wav";

/**
 * Where call hosts write recordings while a call runs: `spool/{nodeId}/{callId}.wav` under the data directory.
 * A finished recording moves from here into the blob store; what a crash left is found here by the next start.
 */
export interface Spool {
  /** Makes this node's folder. */
  open(): Promise<void>;
  recordingPath(nodeId: string, callId: string): string;
  /** Other nodes of this data directory whose process is certainly gone. */
  deadNodes(): Promise<string[]>;
  /** Calls with a recording in a node's folder. */
  recordedCalls(nodeId: string): Promise<string[]>;
  discard(nodeId: string, callId: string): Promise<void>;
  /** Removes a node's folder if no recording is left in it. */
  close(nodeId: string): Promise<void>;
}

export function createSpool(folder: string, nodeId: string): Spool {
  const nodeFolder = (node: string) => path.join(folder, node);
  const recordingPath = (node: string, callId: string) => path.join(nodeFolder(node), callId + RECORDING_EXTENSION);

  return {
    recordingPath,

    async open() {
      await mkdir(nodeFolder(nodeId), { recursive: true, mode: 0o700 });
      const owner = JSON.stringify({ pid: process.pid, hostname: hostname() } satisfies z.infer<typeof Owner>);
      await writeFile(path.join(nodeFolder(nodeId), OWNER_FILE), owner, { mode: 0o600 });
    },

    async deadNodes() {
      const nodes = (await listOrNothing(folder)).filter((node) => node !== nodeId);
      const dead = await Promise.all(nodes.map((node) => isDead(path.join(nodeFolder(node), OWNER_FILE))));
      return nodes.filter((_, index) => dead[index]);
    },

    async recordedCalls(node) {
      const files = await listOrNothing(nodeFolder(node));
      return files.filter((file) => file.endsWith(RECORDING_EXTENSION)).map((file) => path.basename(file, RECORDING_EXTENSION));
    },

    async discard(node, callId) {
      await rm(recordingPath(node, callId), { force: true });
    },

    async close(node) {
      if ((await this.recordedCalls(node)).length > 0) return;
      await rm(path.join(nodeFolder(node), OWNER_FILE), { force: true });
      await rmdir(nodeFolder(node)).catch(() => {});
    },
  };
}

/**
 * Certain only on the same machine, where no process has the owner's id, or we have it ourselves (in a container every
 * start gets the same one). Otherwise the leases of its calls decide.
 */
async function isDead(ownerFile: string): Promise<boolean> {
  const text = await readFile(ownerFile, "utf8").catch(() => "");
  const owner = Owner.safeParse(parseOrNull(text));
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

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listOrNothing(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
