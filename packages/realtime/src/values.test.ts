/** Rule 12 of the protocol and the encoding: the server sends nothing that a client cannot read. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { ConvexError } from "convex/values";
import { afterEach, expect, it } from "vitest";
import { encodeTs, framesOfTransition } from "./protocol.ts";
import { type RealtimeRig, startRealtimeRig } from "./testing/realtime-rig.ts";
import { createTap } from "./testing/tapped-socket.ts";
import { mutate, watch } from "./testing/watching.ts";

let rig: RealtimeRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

it("is built to the protocol of exactly this client", () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve("convex/package.json"));
  const source = readFileSync(path.join(folder, "src/browser/sync/protocol.ts"));
  const hash = createHash("sha256").update(source).digest("hex");
  // Another client may speak otherwise: compare its protocol.ts, web_socket_manager.ts and authentication_manager.ts before this is changed.
  expect(hash).toBe("b7b6f9abb2ad17cc3efe0ba9ba67c79c021e6ade074e8a10da90e8a1d07db30d");
});

it("writes times as the client reads them", () => {
  expect(encodeTs(0n)).toBe("AAAAAAAAAAA=");
  expect(encodeTs(2n ** 40n + 5n)).toBe("BQAAAAABAAA=");
});

it("rule 12: every kind of value comes and goes unchanged", async () => {
  rig = await startRealtimeRig();
  const value = { integer: 9_007_199_254_740_993n, nan: Number.NaN, infinite: -Infinity, zero: -0, nested: [null, true, "ü😀"] };
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const shown = watch(rig.client(), "items:echo", { value: { ...value, bytes } });
  await expect.poll(() => shown.values).toEqual([{ ...value, bytes }]);
});

it("rule 12: what a client could not read is a failure of its query alone, and the connection goes on", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const [bad, dollar, good] = [
    watch(client, "items:keyed", { key: "имя" }),
    watch(client, "items:keyed", { key: "$name" }),
    watch(client, "items:keyed", { key: "name" }),
  ];
  await expect.poll(() => [bad.errors.length, dollar.errors.length, good.values]).toEqual([1, 1, [{ name: 1 }]]);
  expect(bad.errors[0]?.message).toContain("InternalServerError");
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(1);
});

it("a result that is too large fails with a sentence, a large one is logged", async () => {
  rig = await startRealtimeRig({ limits: { resultWarnBytes: 1_000, resultMaxBytes: 2_000 } });
  const client = rig.client();
  const [large, tooLarge] = [
    watch(client, "items:long", { characters: 1_500 }),
    watch(client, "items:long", { characters: 2_500 }),
  ];
  await expect.poll(() => [large.values.length, tooLarge.errors.length]).toEqual([1, 1]);
  expect((tooLarge.errors[0] as ConvexError<{ code: string; message: string }>).data).toEqual({
    code: "result-too-large",
    message: "The result has 2502 bytes; the limit is 2000. Request less.",
  });
  expect(rig.logged).toEqual(["a query's result is large, and is sent as a whole at each change"]);
});

it("a long transition comes in pieces, also where a piece ends within a character", async () => {
  rig = await startRealtimeRig({ limits: { chunkCharacters: 101 } });
  const tap = createTap();
  const value = "😀x😀".repeat(1_000);
  const shown = watch(rig.client({ tap }), "items:echo", { value });
  await expect.poll(() => shown.values).toEqual([value]);
  expect(tap.frames.filter(({ frame }) => frame.type === "TransitionChunk").length).toBeGreaterThan(30);
  expect(framesOfTransition("short", 101)).toEqual(["short"]);
});

it("large frames are compressed, small ones are not", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const small = watch(client, "items:long", { characters: 1_000 });
  await expect.poll(() => small.values).toHaveLength(1);
  const received = () => (tap.sockets[0] as unknown as { _socket: { bytesRead: number } })._socket.bytesRead;
  expect(tap.sockets[0]?.extensions).toContain("permessage-deflate");
  const before = received();
  expect(before).toBeGreaterThan(1_000);
  const large = watch(client, "items:long", { characters: 100_000 });
  await expect.poll(() => large.values).toHaveLength(1);
  expect(received() - before).toBeLessThan(2_000);
});
