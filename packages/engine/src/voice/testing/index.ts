/** What tests and benches of calls are made with. Only from source: it is in no build. */
export { NodeCaller } from "./node-caller.ts";
export { speechSample } from "./speech-sample.ts";
