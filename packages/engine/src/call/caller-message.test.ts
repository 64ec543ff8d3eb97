import { expect, it } from "vitest";
import { parseCallerMessage, parseTelemetry } from "./caller-message.ts";

it("understands what a web client sends", () => {
  expect(parseCallerMessage("playable")).toEqual({ type: "playable" });
  expect(parseCallerMessage('{"type":"say","message":"Hi"}')).toMatchObject({
    type: "say",
    message: "Hi",
    interruptionsEnabled: false,
  });
  expect(parseCallerMessage('{"type":"say","content":"Hi"}')).toMatchObject({ content: "Hi" });
  expect(parseCallerMessage('{"type":"end-call"}')).toEqual({ type: "end-call" });
  expect(parseTelemetry('{"type":"ping","clientMs":12.5}')).toEqual({ type: "ping", clientMs: 12.5 });
});

it.each(["", "null", "{", '"say"', '{"type":"dance"}', '{"type":"control","control":"explode"}'])(
  "does not understand %j",
  (text) => {
    expect(parseCallerMessage(text)).toBeUndefined();
    expect(parseTelemetry(text)).toBeUndefined();
  },
);
