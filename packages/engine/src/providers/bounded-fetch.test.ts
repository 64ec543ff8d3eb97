import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";

it("fails an answer without end, and lets its server go", async () => {
  let isGone = false;
  const server = createServer((_, response) => {
    response.on("close", () => {
      isGone = true;
    });
    const chunk = Buffer.alloc(1_000_000);
    const send = () => {
      while (!isGone) if (!response.write(chunk)) return void response.once("drain", send);
    };
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const response = await boundedFetch(fetch)(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(response.arrayBuffer()).rejects.toThrow("larger than 33554432 bytes");
  await expect.poll(() => isGone, { timeout: 30_000 }).toBe(true);
  server.close();
});
