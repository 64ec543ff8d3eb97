import { nounAddresses } from "@callwright/contract";
import { expect, test } from "vitest";
import { inGroups } from "./groups.ts";
import { createClient, createDownloads, createStreams } from "./index.ts";

const options = { baseUrl: "http://localhost", token: "t" };

test("every route is in one group, under a name without its noun", () => {
  const routes = Object.fromEntries(Object.keys(nounAddresses).map((name) => [name, name]));
  const groups = Object.values(inGroups(routes));
  expect(groups.flatMap((group) => Object.values(group)).sort()).toEqual(Object.keys(routes).sort());
  expect(inGroups(routes)).toMatchObject({
    assistants: { list: "listAssistants", getDraft: "getAssistantDraft", createUnpublished: "createUnpublishedAssistant" },
    calls: { export: "exportCalls", createWeb: "createWebCall", openMonoRecording: "openMonoRecording" },
    webhookDeliveries: { list: "listWebhookDeliveries", resend: "resendWebhookDelivery" },
    server: { getStatus: "getServerStatus" },
  });
});

test("the older names are the same functions", () => {
  const client = createClient(options);
  expect(client.assistants.list).toBe(client.assistants.list);
  const streams = createStreams(options);
  expect(streams.chats.create).toBe(streams.chats.create);
  const downloads = createDownloads(options);
  expect(downloads.calls.export).toBe(downloads.calls.export);
});
