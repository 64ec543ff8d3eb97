import { expect, test } from "vitest";
import { placeOf } from "./SessionRow.tsx";

test.each([
  ["127.0.0.1", "loopback"],
  ["::1", "loopback"],
  ["0000:0000:0000:0000:0000:0000:0000:0000", "loopback"],
  ["192.168.1.7", "network"],
  ["10.0.0.1", "network"],
  ["172.20.0.1", "network"],
  ["172.32.0.1", { address: "172.32.0.1" }],
  ["fd12:3456:0000:0000:0000:0000:0000:0000", "network"],
  ["fe80:0000:0000:0000:0000:0000:0000:0000", "network"],
  ["203.0.113.9", { address: "203.0.113.9" }],
  ["2001:0db8:0000:0001:0000:0000:0000:0000", { address: "2001:db8:0:1::" }],
  ["", "unknown"],
  ["unknown", "unknown"],
  [null, "unknown"],
])("%s is %j", (ipAddress, place) => {
  expect(placeOf(ipAddress)).toEqual(place);
});
