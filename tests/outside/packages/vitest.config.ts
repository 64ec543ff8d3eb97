import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // The server is that of a newcomer: built, with its packages.
  globalSetup: ["../../harness/build-product.ts"],
  isolate: false,
  // Each app is installed and built.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // An app takes minutes: each is told when it is done.
  reporters: ["verbose"],
});
