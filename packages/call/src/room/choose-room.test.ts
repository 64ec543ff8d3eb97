import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { releaseRoom } from "./choose-room.ts";

it("gives a direct room back to its server, and no other", async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  releaseRoom(`${origin}/someone-elses-room`);
  releaseRoom(`${origin}/call/call-1/room?secret=s`);
  await expect.poll(() => seen).toEqual(["DELETE /call/call-1/room?secret=s"]);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
});
