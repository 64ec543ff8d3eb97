import { expect, it } from "vitest";
import { TypedEmitter } from "./typed-emitter.ts";

class Bell extends TypedEmitter<{ ring: [number]; rest: [] }> {
  ring(times: number): void {
    this.emit("ring", times);
  }
}

it("calls its listeners, once or until they are removed", () => {
  const bell = new Bell();
  const heard: string[] = [];
  const always = (times: number) => heard.push(`always ${times}`);
  bell.on("ring", always).once("ring", (times) => heard.push(`once ${times}`));
  bell.ring(1);
  bell.ring(2);
  bell.removeListener("ring", always);
  bell.ring(3);
  expect(heard).toEqual(["always 1", "once 1", "always 2"]);
});

it("forgets the listeners of one event, or of all", () => {
  const bell = new Bell();
  const heard: number[] = [];
  bell.on("ring", (times) => heard.push(times));
  bell.removeAllListeners("rest").ring(1);
  bell.removeAllListeners("ring").ring(2);
  bell.on("ring", (times) => heard.push(times));
  bell.removeAllListeners().ring(3);
  expect(heard).toEqual([1]);
});
