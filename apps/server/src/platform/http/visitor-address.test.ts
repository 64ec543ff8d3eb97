import { expect, test } from "vitest";
import { hashVisitorAddress, visitorNetwork } from "./visitor-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

test("what is kept of an address is the same for one connection, and another under another key", () => {
  const hash = hashVisitorAddress("2001:db8::1", "key");
  expect(hashVisitorAddress("2001:db8::2", "key")).toBe(hash);
  expect(hashVisitorAddress("2001:db8::1", "another")).not.toBe(hash);
  expect(hash).not.toContain("2001");
});
