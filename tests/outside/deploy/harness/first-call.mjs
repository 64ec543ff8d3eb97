/** A person adds an assistant, a SIP trunk and its number, and a telephone of the trunk (SIPp) calls it: the assistant answers and speaks. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const origin = "http://127.0.0.1:3000";
const NUMBER = "+14155550123";
const { PUBLIC_ADDRESS } = process.env;
/** Another address of the walk's network. */
const TRUNK = "192.0.2.2";

const send = async (method, path, { body, ...headers } = {}) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { "content-type": "application/json", origin, ...headers },
    ...sent,
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${text}`);
  return { response, body: text === "" ? undefined : JSON.parse(text) };
};

const person = { email: "ada@example.com", password: "a long password", name: "Ada" };
const signing = await send("POST", "/api/auth/sign-up/email", { body: person });
const cookie = signing.response.headers
  .getSetCookie()
  .map((each) => each.split(";")[0])
  .join("; ");
const { token } = (await send("GET", "/api/auth/token", { cookie })).body;
const [org] = (await send("GET", "/org", { authorization: `Bearer ${token}` })).body;
const { accessToken } = (await send("GET", `/org/${org.id}/auth`, { authorization: `Bearer ${token}` })).body;
const authorization = `Bearer ${accessToken}`;
const add = async (path, body) => (await send("POST", path, { authorization, body })).body;

const assistant = await add("/assistant", { name: "Riley", firstMessage: "This is Riley. How can I help you today?" });
const trunk = await add("/credential", { provider: "byo-sip-trunk", gateways: [{ ip: TRUNK, inboundEnabled: true }] });
const number = { provider: "byo-phone-number", number: NUMBER, credentialId: trunk.id, assistantId: assistant.id };
await add("/phone-number", number);

const scenario = new URL("first-call.xml", import.meta.url).pathname;
const telephone = ["-sf", scenario, "-s", NUMBER, "-i", TRUNK, "-p", "5070", "-mi", TRUNK, "-mp", "6000"];
execFileSync("sipp", [...telephone, "-m", "1", "-nostdin", `${PUBLIC_ADDRESS}:5060`], { stdio: "inherit", timeout: 60_000 });
// The line hears of the hang-up a moment after SIPp's end.
let calls = [];
for (let tries = 0; tries < 40 && calls[0]?.status !== "ended"; tries++) {
  await delay(250);
  const all = (await send("GET", "/call", { authorization })).body;
  // A new organization has the call of an example.
  calls = all.filter(({ type }) => type === "inboundPhoneCall");
}
assert.equal(calls.length, 1);
assert.equal(calls[0].endedReason, "customer-ended-call");
const { artifact } = (await send("GET", `/call/${calls[0].id}`, { authorization })).body;
assert.match(artifact.transcript, /This is Riley\. How can I help you today\?/);
process.stdout.write("The assistant answered.\n");
