/**
 * What a person does at the server of the walk, over https as a browser does: `visit.mjs sign-up` makes an account, an assistant and a chat with
 * it; `visit.mjs return` signs in and finds them.
 */
import assert from "node:assert/strict";

const origin = `https://${process.env.HOST_NAME}`;
const person = { email: "ada@example.com", password: "a long password", name: "Ada" };
const [doing] = process.argv.slice(2);

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

const signing = await send("POST", `/api/auth/${doing === "sign-up" ? "sign-up" : "sign-in"}/email`, { body: person });
const cookie = signing.response.headers
  .getSetCookie()
  .map((each) => each.split(";")[0])
  .join("; ");
assert.match(cookie, /^__Secure-/);
const { token } = (await send("GET", "/api/auth/token", { cookie })).body;
const [org] = (await send("GET", "/org", { authorization: `Bearer ${token}` })).body;
const { accessToken } = (await send("GET", `/org/${org.id}/auth`, { authorization: `Bearer ${token}` })).body;
const authorization = `Bearer ${accessToken}`;

if (doing === "sign-up") {
  const assistant = (await send("POST", "/assistant", { authorization, body: { name: "Kept", firstMessage: "Hello." } })).body;
  const chat = (await send("POST", "/chat", { authorization, body: { assistantId: assistant.id, input: "Hello" } })).body;
  assert.equal(chat.output[0].role, "assistant");
} else {
  const assistants = (await send("GET", "/assistant", { authorization })).body;
  assert.ok(
    assistants.some(({ name }) => name === "Kept"),
    "the assistant is gone",
  );
  const { results } = (await send("GET", "/chat", { authorization })).body;
  assert.equal(results.length, 1);
}
process.stdout.write(`${doing}: done\n`);
