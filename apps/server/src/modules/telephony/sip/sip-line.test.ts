import { expect, it, vi } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { ORG } from "../testing/test-line.ts";
import { SipLine } from "./sip-line.ts";

it("counts a call that is made later at its time alone", async () => {
  const admit = vi.fn(async () => {});
  const log = createLogger({ logLevel: "info" }, { write: () => {} });
  const config = { allowPrivateAddresses: false, callHostMax: 1, callHostMaxCalls: 10, sip: undefined, nodeUrl: undefined };
  const line = new SipLine({ config, log, limits: { admit }, numbers: async () => [] });
  const from = { id: ORG, orgId: ORG, provider: "byo-phone-number" as const, credentialId: ORG, createdAt: "", updatedAt: "" };
  await line.admit(ORG, from, "+14155550100", true);
  expect(admit).toHaveBeenCalledWith(ORG, from, "+14155550100", true);
});
