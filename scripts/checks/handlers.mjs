/** Foreign messages (frames, upgrades, messages of data channels and of processes) must not end this process: their handlers are `guarded`. */
import { isCode } from "./listing.mjs";

const PLACES = [
  "packages/realtime/src/",
  "packages/engine/src/host/",
  "packages/engine/src/call/",
  "packages/engine/src/speech/",
  "packages/engine/src/media/",
  "apps/server/src/platform/http/",
  "apps/server/src/platform/realtime/",
  "apps/server/src/modules/call/runtime/",
];
const EVENTS = "message|ping|pong|upgrade|connect|notification";
const HANDLERS = "message|open|close|data|datachannel|track|connectionstatechange";

const REGISTRATION = new RegExp(
  `\\.(?:on|once|addListener|addEventListener)\\(\\s*"(?:${EVENTS})",(?!\\s*guarded)|\\.on(?:${HANDLERS})\\s*=(?!=|\\s*(?:guarded|null\\b))`,
  "g",
);

export function checkHandlers(files, read) {
  const isChecked = (file) =>
    isCode(file) && PLACES.some((place) => file.startsWith(place)) && !/\.test\.ts$|\/testing\//.test(file);
  return files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(REGISTRATION)].map(({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: register the handler through 'guarded' of the contract, so that what it throws costs one connection.`;
    });
  });
}
