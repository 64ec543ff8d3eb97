import { describe, expect, it } from "vitest";
import { CallMicrophone } from "./call-microphone.ts";
import type { MicrophoneState } from "./microphone.ts";
import { FakeEnvironment, FakeTrack } from "./testing/fake-environment.ts";

function setUp() {
  const environment = new FakeEnvironment();
  const states: MicrophoneState[] = [];
  const microphone = new CallMicrophone(
    (deviceId) => environment.openMicrophone(deviceId),
    ({ state }) => states.push(state),
  );
  const own = new FakeTrack("the page's own");
  const borrow = () => microphone.borrow(own as unknown as MediaStreamTrack);
  return { environment, microphone, states, own, borrow };
}

describe("a microphone that was opened", () => {
  it("is replaced by the default one when it is unplugged", async () => {
    const { environment, microphone, states } = setUp();
    await microphone.use("headset");
    environment.tracks[0]?.unplug();
    await expect.poll(() => states.map((state) => "label" in state && state.label)).toEqual(["headset", "default"]);
  });
});

describe("a track of the page's own", () => {
  it("that ends leaves the call without a microphone: nothing is opened that the page did not ask for", () => {
    const { environment, microphone, states, own, borrow } = setUp();
    const sent: (MediaStreamTrack | undefined)[] = [];
    borrow();
    microphone.connect((track) => sent.push(track));
    own.unplug();
    expect(environment.tracks).toEqual([]);
    expect(states.at(-1)).toMatchObject({ status: "unavailable", problem: "missing" });
    expect(sent).toEqual([undefined]);
  });

  it.each([true, false])("is given back as it was, enabled: %s", (wasEnabled) => {
    const { microphone, own, borrow } = setUp();
    own.enabled = wasEnabled;
    borrow();
    microphone.setMuted(wasEnabled);
    borrow();
    expect(own.enabled).toBe(!wasEnabled);
    microphone.release();
    microphone.setMuted(wasEnabled);
    expect(own.enabled).toBe(wasEnabled);
    expect(own.readyState).toBe("live");
  });

  it("is given back as it was when a device is chosen instead", async () => {
    const { microphone, own, borrow } = setUp();
    borrow();
    microphone.setMuted(true);
    await microphone.choose("headset");
    expect(own.enabled).toBe(true);
    expect(microphone.track?.enabled).toBe(false);
  });
});
