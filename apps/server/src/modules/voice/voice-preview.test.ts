import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { defineFunctions } from "../../platform/realtime/define-functions.ts";
import { benchOf, failureOf, identityOf } from "../../platform/realtime/testing/functions-bench.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { voicesFunctions } from "./module.ts";

test("an offline voice is heard; others are refused", async () => {
  const server = await startTestServer();
  const { context } = server;
  const bench = benchOf(defineFunctions(voicesFunctions(context)), context.db, identityOf(randomUUID(), "editor", randomUUID()));
  const { mediaType, audio } = await bench.act("voices:preview", { provider: "callwright", voiceId: "slt" });
  expect([mediaType, Buffer.from(audio).toString("latin1", 0, 4)]).toEqual(["audio/wav", "RIFF"]);
  const fails = (provider: string, voiceId: string) => failureOf(bench.act("voices:preview", { provider, voiceId }));
  expect(await fails("callwright", "nobody")).toMatchObject({ code: "not-found" });
  expect(await fails("11labs", "some")).toMatchObject({ code: "credential-missing" });
  await server.close();
});
