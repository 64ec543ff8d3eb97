import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // A model on a busy machine: a conversation of five turns takes minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
});
