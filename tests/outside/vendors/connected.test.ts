import { HighLevel } from "@gohighlevel/api-client";
import { calendar } from "@googleapis/calendar";
import { sheets } from "@googleapis/sheets";
import { Make } from "@makehq/sdk";
import { LogLevel, WebClient } from "@slack/web-api";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ServiceApi, ServiceCall } from "../../../apps/server/src/modules/credential/outgoing/connected/service-api.ts";
import {
  FAKE_API_KEY,
  FAKE_LOCATION,
  type FakeServices,
  startFakeServices,
} from "../../../apps/server/src/modules/credential/outgoing/connected/testing/fake-services.ts";
import {
  createGoHighLevelContact,
  createGoHighLevelEvent,
  runGoHighLevelWorkflow,
} from "../../../apps/server/src/modules/credential/service-actions/gohighlevel-actions.ts";
import {
  appendSheetRow,
  checkCalendarAvailability,
  createCalendarEvent,
} from "../../../apps/server/src/modules/credential/service-actions/google-actions.ts";
import { runMakeScenario } from "../../../apps/server/src/modules/credential/service-actions/make-actions.ts";
import type { ServiceAction } from "../../../apps/server/src/modules/credential/service-actions/service-action.ts";
import { sendSlackMessage } from "../../../apps/server/src/modules/credential/service-actions/slack-actions.ts";
import { typeProblems } from "./harness/typed.ts";

let fake: FakeServices;
beforeAll(async () => {
  fake = await startFakeServices();
});
beforeEach(() => {
  fake.seen.length = 0;
});
afterAll(() => fake.close());

/** A tool's request to its service. The account of a credential is left out: the request goes to the fake directly. */
async function ask(action: ServiceAction, args: object, metadata = {}) {
  const api = {
    config: { region: "eu1" },
    connection: { locationId: FAKE_LOCATION },
    async ask({ method, url: address, query = {}, headers, body }: ServiceCall) {
      const { pathname, search } = new URL(address);
      const url = new URL(pathname + search, fake.url);
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
      const all = { ...headers, authorization: `Bearer ${FAKE_API_KEY}`, "content-type": "application/json" };
      return (await fetch(url, { method, headers: all, ...(body && { body: JSON.stringify(body) }) })).json();
    },
  };
  await action.run(args, api as unknown as ServiceApi, { newId: () => crypto.randomUUID(), metadata });
  const { method, path, query, body } = lastSeen();
  return { method, path, query, body };
}

function lastSeen() {
  const seen = fake.seen.at(-1);
  if (!seen) throw new Error("Nothing was asked.");
  return seen;
}

const RANGE = { startDateTime: "2026-12-01T10:00:00", endDateTime: "2026-12-01T10:30:00", timeZone: "Europe/Berlin" };
const BEARER = { headers: { authorization: `Bearer ${FAKE_API_KEY}` }, rootUrl: "" };

test("Google's clients ask for the same as we do, and the bodies have their types", async () => {
  const at = { ...BEARER, rootUrl: `${fake.url}/` };
  const event = { summary: "Visit", ...RANGE, attendees: ["ann@example.com"], description: "New", location: "Here" };
  const created = await ask(createCalendarEvent, event);
  const { id, ...rest } = created.body;
  await calendar("v3").events.insert({ calendarId: "primary", sendUpdates: "all", requestBody: { ...rest, id: `${id}a` } }, at);
  expect(lastSeen()).toMatchObject({ ...created, body: { ...rest, id: `${id}a` } });
  const checked = await ask(checkCalendarAvailability, RANGE);
  await calendar("v3").freebusy.query({ requestBody: checked.body }, at);
  expect(lastSeen()).toMatchObject(checked);
  const row = await ask(appendSheetRow, { spreadsheetId: "sheet-1", range: "Sheet1", values: ["a", 1, true] });
  await sheets("v4").spreadsheets.values.append(
    {
      spreadsheetId: "sheet-1",
      range: "Sheet1",
      valueInputOption: "RAW",
      insertDataOption: "INSERT_ROWS",
      requestBody: row.body,
    },
    at,
  );
  expect(lastSeen()).toMatchObject(row);
  const imports =
    'import type { calendar_v3 } from "@googleapis/calendar";\nimport type { sheets_v4 } from "@googleapis/sheets";';
  const bodies = [
    ["calendar_v3.Schema$Event", created.body],
    ["calendar_v3.Schema$FreeBusyRequest", checked.body],
    ["sheets_v4.Schema$ValueRange", row.body],
  ] as const;
  expect(await typeProblems("google-services", imports, bodies)).toBe("");
});

test("Slack's client talks to the fake, and our message has its type", async () => {
  const { path, body } = await ask(sendSlackMessage, { channel: "#support", message: "Hello" });
  const client = new WebClient(FAKE_API_KEY, {
    slackApiUrl: `${fake.url}/api/`,
    logLevel: LogLevel.ERROR,
    retryConfig: { retries: 0 },
  });
  expect(await client.chat.postMessage({ channel: "#support", text: "Hello" })).toMatchObject({ ok: true, channel: "C1" });
  expect(lastSeen().path).toBe(path);
  await expect(client.chat.postMessage({ channel: "#none", text: "Hello" })).rejects.toThrow("channel_not_found");
  const imports = 'import type { ChatPostMessageArguments } from "@slack/web-api";';
  expect(await typeProblems("slack", imports, [["ChatPostMessageArguments", body]])).toBe("");
});

test("GoHighLevel's client asks for the same as we do, and the bodies have its types", async () => {
  // The client has one address for all requests.
  (HighLevel as unknown as { BASE_URL: string }).BASE_URL = fake.url;
  const client = new HighLevel({ privateIntegrationToken: FAKE_API_KEY });
  const contact = await ask(createGoHighLevelContact, { firstName: "Ann", email: "ann@example.com", phone: "+14155550123" });
  fake.contacts.length = 0;
  await client.contacts.createContact(contact.body as never);
  expect(lastSeen()).toMatchObject(contact);
  const visit = { calendarId: "c1", contactId: "contact-1", startTime: RANGE.startDateTime, endTime: RANGE.endDateTime };
  const appointment = await ask(createGoHighLevelEvent, { ...visit, timeZone: RANGE.timeZone, title: "Visit" });
  await client.calendars.createAppointment(appointment.body as never);
  expect(lastSeen()).toMatchObject(appointment);
  const { method, path } = await ask(runGoHighLevelWorkflow, { contactId: "contact-1", workflowId: "workflow-1" });
  await client.contacts.addContactToWorkflow({ contactId: "contact-1", workflowId: "workflow-1" }, {} as never);
  expect(lastSeen()).toMatchObject({ method, path });
  const imports = `import type { AppointmentCreateSchema } from "@gohighlevel/api-client/dist/lib/code/calendars/models/calendars.js";
import type { CreateContactDto } from "@gohighlevel/api-client/dist/lib/code/contacts/models/contacts.js";`;
  const bodies = [
    ["CreateContactDto", contact.body],
    ["AppointmentCreateSchema", appointment.body],
  ] as const;
  expect(await typeProblems("gohighlevel", imports, bodies)).toBe("");
});

test("Make's client asks for the same as we do", async () => {
  const ours = await ask(runMakeScenario, { order: "A-7" }, { scenarioId: 1 });
  const client = new Make(FAKE_API_KEY, new URL(fake.url).host);
  client.protocol = "http";
  expect(await client.scenarios.run(1, { order: "A-7" })).toMatchObject({ outputs: { order: "A-7" } });
  expect(lastSeen()).toMatchObject(ours);
});
