import { expect, it } from "vitest";
import { startLocalServer } from "../testing/local-server.ts";
import { boundedFetch } from "./bounded-fetch.ts";

it("fails an answer without end, and lets its server go", async () => {
  let isGone = false;
  const server = await startLocalServer((_, response) => {
    response.on("close", () => {
      isGone = true;
    });
    const chunk = Buffer.alloc(1_000_000);
    const send = () => {
      while (!isGone) if (!response.write(chunk)) return void response.once("drain", send);
    };
    send();
  });
  const response = await boundedFetch(fetch)(`${server.url}/`);
  await expect(response.arrayBuffer()).rejects.toThrow("larger than 33554432 bytes");
  await expect.poll(() => isGone, { timeout: 30_000 }).toBe(true);
  await server.close();
});
