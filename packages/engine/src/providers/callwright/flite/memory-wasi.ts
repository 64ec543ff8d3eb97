import { type WasmImports, type WasmInstance, type WasmMemory, webAssembly } from "./web-assembly.ts";

/**
 * A WASI preview 1 host without a system: arguments in, files in memory out. Just the 13 calls that flite imports.
 * Own code because `node:wasi` prints a warning that it is experimental and can only write to the disk.
 */
export interface MemoryWasi {
  imports: WasmImports;
  /** The program's output files by name; "stdout" has its printed text. */
  files: ReadonlyMap<string, MemoryFile>;
  /** Runs the program to its end. `argv` begins with its name. Returns its exit code. */
  run(instance: WasmInstance, argv: readonly string[]): number;
}

/** Error numbers of WASI preview 1 that are used here. */
const SUCCESS = 0;
const BAD_FD = 8;
const NO_ENTRY = 44;
const NOT_SEEKABLE = 70;

/** 0 to 2 are the standard streams, 3 is the one folder "/". */
const ROOT_FD = 3;
const OPEN_CREATE = 1;
const OPEN_TRUNCATE = 8;
const FILETYPE = { characterDevice: 2, directory: 3, regularFile: 4 } as const;
const SEEK = { start: 0, current: 1 } as const;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

/** A file that grows as it is written. */
export class MemoryFile {
  #bytes = new Uint8Array(64 * 1024);
  lengthBytes = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.lengthBytes);
  }

  write(chunk: Uint8Array, position: number): void {
    const end = position + chunk.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, position);
    this.lengthBytes = Math.max(this.lengthBytes, end);
  }
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** `nowNs` is the clock that the program may ask. */
export function createMemoryWasi(nowNs: () => bigint): MemoryWasi {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let args: Uint8Array[] = [];
  const files = new Map<string, MemoryFile>();
  const open = new Map<number, { file: MemoryFile; position: number }>();
  const stdout = new MemoryFile();
  files.set("stdout", stdout);
  let nextFd = ROOT_FD + 1;
  let memory: WasmMemory = new webAssembly.Memory({ initial: 0 });
  // The memory's buffer is replaced whenever it grows, so views are made per call.
  const view = () => new DataView(memory.buffer);
  const bytes = (pointer: number, length: number) => new Uint8Array(memory.buffer, pointer, length);

  const calls = {
    args_sizes_get(countPointer: number, sizePointer: number) {
      view().setUint32(countPointer, args.length, true);
      view().setUint32(
        sizePointer,
        args.reduce((sum, argument) => sum + argument.length, 0),
        true,
      );
      return SUCCESS;
    },
    args_get(pointersPointer: number, bufferPointer: number) {
      let at = bufferPointer;
      for (const [index, argument] of args.entries()) {
        view().setUint32(pointersPointer + index * 4, at, true);
        bytes(at, argument.length).set(argument);
        at += argument.length;
      }
      return SUCCESS;
    },
    clock_time_get(_clock: number, _precision: bigint, resultPointer: number) {
      view().setBigUint64(resultPointer, nowNs(), true);
      return SUCCESS;
    },
    fd_close(fd: number) {
      open.delete(fd);
      return SUCCESS;
    },
    fd_fdstat_get(fd: number, resultPointer: number) {
      const type = fd < ROOT_FD ? FILETYPE.characterDevice : fd === ROOT_FD ? FILETYPE.directory : FILETYPE.regularFile;
      view().setUint8(resultPointer, type);
      view().setUint16(resultPointer + 2, 0, true);
      view().setBigUint64(resultPointer + 8, ALL_RIGHTS, true);
      view().setBigUint64(resultPointer + 16, ALL_RIGHTS, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: () => SUCCESS,
    fd_prestat_get(fd: number, resultPointer: number) {
      if (fd !== ROOT_FD) return BAD_FD;
      view().setUint8(resultPointer, 0);
      view().setUint32(resultPointer + 4, 1, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(_fd: number, pathPointer: number) {
      bytes(pathPointer, 1).set(encoder.encode("/"));
      return SUCCESS;
    },
    fd_read(_fd: number, _vectors: number, _count: number, resultPointer: number) {
      view().setUint32(resultPointer, 0, true);
      return SUCCESS;
    },
    fd_seek(fd: number, offset: bigint, whence: number, resultPointer: number) {
      const handle = open.get(fd);
      if (!handle) return NOT_SEEKABLE;
      const base = whence === SEEK.start ? 0 : whence === SEEK.current ? handle.position : handle.file.lengthBytes;
      handle.position = base + Number(offset);
      view().setBigUint64(resultPointer, BigInt(handle.position), true);
      return SUCCESS;
    },
    fd_write(fd: number, vectors: number, count: number, resultPointer: number) {
      const handle = open.get(fd) ?? { file: stdout, position: stdout.lengthBytes };
      let written = 0;
      for (let index = 0; index < count; index++) {
        const pointer = view().getUint32(vectors + 8 * index, true);
        const length = view().getUint32(vectors + 8 * index + 4, true);
        handle.file.write(bytes(pointer, length), handle.position);
        handle.position += length;
        written += length;
      }
      view().setUint32(resultPointer, written, true);
      return SUCCESS;
    },
    path_open(
      _folder: number,
      _lookup: number,
      pathPointer: number,
      pathLength: number,
      openFlags: number,
      _rights: bigint,
      _inheriting: bigint,
      _fdFlags: number,
      resultPointer: number,
    ) {
      const path = decoder.decode(bytes(pathPointer, pathLength));
      let file = files.get(path);
      if (!file && (openFlags & OPEN_CREATE) === 0) return NO_ENTRY;
      if (!file || openFlags & OPEN_TRUNCATE) {
        file = new MemoryFile();
        files.set(path, file);
      }
      const fd = nextFd++;
      open.set(fd, { file, position: 0 });
      view().setUint32(resultPointer, fd, true);
      return SUCCESS;
    },
    proc_exit(code: number): never {
      throw new Exit(code);
    },
  };

  return {
    imports: { wasi_snapshot_preview1: calls },
    files,
    run({ exports }, argv) {
      args = argv.map((argument) => encoder.encode(`${argument}\0`));
      const { memory: exported, _start: start } = exports;
      if (!(exported instanceof webAssembly.Memory) || typeof start !== "function") throw new Error("Not a WASI program");
      memory = exported;
      try {
        start();
        return 0;
      } catch (error) {
        if (error instanceof Exit) return error.code;
        throw error;
      }
    },
  };
}
