import { PlatformError } from "@callwright/contract";
import { expect, it } from "vitest";
import { numberOf, readSipAddress } from "./sip-address.ts";

it("finds the telephone number in a SIP address", () => {
  const numbers = ["sip:+14155550123@host", "SIPS:+1-415-555-0123@host;transport=tcp", "sip:+14155550123@host;user=phone"];
  for (const uri of numbers) expect(numberOf(uri)).toBe("+14155550123");
  for (const uri of ["sip:reception@host", "sip:201@host", "sip:*98@host", "sip:agent-4155550123-x@host"])
    expect(numberOf(uri)).toBeUndefined();
  expect(readSipAddress("sips:desk@PBX.example.com:5071;transport=tcp")).toEqual({
    user: "desk",
    host: "pbx.example.com",
    port: 5071,
    transport: "tls",
    number: undefined,
  });
});

it("refuses numbers that the host would read in its own way, and what changes who is called", () => {
  const disguised = [
    "19005551234",
    "9005551234",
    "011449005551234",
    "+900",
    "1.900.555.1234",
    "*7219005551234",
    "9+19005551234",
    "D19005551234",
  ];
  const users = [...disguised, "201;phone-context=+1", "a:secret", "%2B19005551234", "a b", ""];
  const ends = [
    "",
    "host/x",
    "host;maddr=10.0.0.1",
    "host;user=phone;lr=on",
    "host?Replaces=x",
    "host;transport=sctp",
    "[::1]",
    "host\r\nVia: x",
  ];
  for (const uri of [
    ...users.map((user) => `sip:${user}@host`),
    ...ends.map((end) => `sip:a@${end}`),
    "sip:201@host;user=phone",
    "tel:+1",
  ])
    expect(() => readSipAddress(uri, "sipUri"), uri).toThrow(PlatformError);
});
