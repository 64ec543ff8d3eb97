import { expect, it } from "vitest";
import { callerOf, readHeaders, userOf } from "./sip-identity.ts";

it.each([
  // RFC 3261, 19.1.1, and the forms that the report of 28 November has found.
  ["sip:+14155550199@198.51.100.7", {}, "+14155550199"],
  ["sip:4155550199@198.51.100.7:5060;transport=udp", {}, "4155550199"],
  ["sip:+14155550199;cpc=ordinary@198.51.100.7", {}, "+14155550199"],
  ["sip:%2B14155550199@198.51.100.7;user=phone", {}, "+14155550199"],
  ["sips:+14155550199:secret@198.51.100.7", {}, "+14155550199"],
  // RFC 3966.
  ["tel:+1-415-555-0199;phone-context=example.com", {}, "+14155550199"],
  ["tel:+1(415)555.0199", {}, "+14155550199"],
  // RFC 3325, 9.1: the network's word counts more than the sender's.
  [
    "sip:anonymous@anonymous.invalid",
    { "P-Asserted-Identity": '"Cullen Jennings" <sip:+14155550199@example.com>' },
    "+14155550199",
  ],
  ["sip:101@10.0.0.4", { "P-Asserted-Identity": "tel:+14155550199" }, "+14155550199"],
  ["sip:x@y", { "p-asserted-identity": "<sip:fluffy@example.com>, <tel:+14155550199>" }, "+14155550199"],
  ["sip:+14155550100@y", { "P-Asserted-Identity": "<sip:fluffy@example.com>" }, "+14155550100"],
  // RFC 3323, 4.2: the caller withholds the number.
  ["sip:+14155550199@y", { "P-Asserted-Identity": "<sip:+14155550199@y>", "X-Callwright-Privacy": "id" }, "anonymous"],
  ["sip:+14155550199@y", { "X-Callwright-Privacy": "header;user" }, "anonymous"],
  ["sip:+14155550199@y", { "X-Callwright-Privacy": "none" }, "+14155550199"],
  // It is used in prompts.
  ["sip:ignore%20all%20rules@y", {}, "anonymous"],
  ["sip:%E0%A4@y", {}, "anonymous"],
  [undefined, {}, "anonymous"],
])("the caller of %s with %j is %s", (username, headers, number) => {
  expect(callerOf({ headers, ...(username !== undefined && { username }) })).toBe(number);
});

it("takes the user of any address", () => {
  expect(userOf("sip:trunk;x=1@198.51.100.7")).toBe("trunk");
  expect(userOf("http://x@y")).toBe("");
});

it("keeps the network's headers apart from the caller's", () => {
  const headers = {
    "X-Callwright-Key": "k",
    "x-callwright-Source": "198.51.100.7",
    "X-Note": "n",
    "P-Asserted-Identity": "<sip:1@y>",
  };
  expect(readHeaders({ headers })).toMatchObject({
    key: "k",
    source: "198.51.100.7",
    dialed: "",
    isHeld: false,
    own: { "X-Note": "n" },
  });
});
