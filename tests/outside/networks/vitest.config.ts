import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // A call with five questions takes a minute, in each of two browsers.
  testTimeout: 300_000,
  hookTimeout: 300_000,
});
