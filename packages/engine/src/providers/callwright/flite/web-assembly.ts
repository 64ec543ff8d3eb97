/**
 * The part of the WebAssembly interface used here. TypeScript declares it only together with the browser's whole DOM,
 * which server code must not see.
 */
export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}
export type WasmProgram = { readonly compiled: unique symbol };
export type WasmImports = Record<string, Record<string, (...args: never[]) => number>>;
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WasmProgram>;
  instantiate(program: WasmProgram, imports: WasmImports): Promise<WasmInstance>;
  Memory: new (size: { initial: number }) => WasmMemory;
}

export const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };
