import { z } from "zod";
import type { ServiceApi } from "../outgoing/connected/service-api.ts";
import { ServiceRefusal } from "../outgoing/connected/service-api.ts";
import { dateTime, instantOf, spokenTime, timeZone, zonedTime } from "./local-time.ts";
import { type ActionScope, defineAction, text, WrongArguments } from "./service-action.ts";

/** By marketplace.gohighlevel.com/docs (API 2.0: calendars, contacts, workflows), November 2026. */
const URL = "https://services.leadconnectorhq.com";
const VERSION = { version: "2021-07-28" };
const CALENDAR_VERSION = { version: "2021-04-15" };

/** The free times in an answer. A model reads no more to a caller. */
const SLOTS_TOLD = 30;

const service = { name: "GoHighLevel", providers: ["ghl.oauth2-authorization", "gohighlevel"] };

const calendarId = text("The id of the calendar");
const locationId = text("The id of the location. Default: the connected one").optional();
const email = z.email().optional().meta({ description: "The email address" });
const phone = text("The phone number, like +14155550123", 40).optional();

/** The location of an argument, of the tool, or of the connected account. */
export function locationOf(given: string | undefined, api: ServiceApi, metadata: ActionScope["metadata"] = {}): string {
  const location = given ?? metadata.locationId ?? api.connection?.locationId;
  if (typeof location !== "string" || location === "") throw new WrongArguments("locationId is missing");
  return location;
}

const Slots = z.record(z.string(), z.union([z.object({ slots: z.array(z.string()) }), z.unknown()]));

export const checkGoHighLevelAvailability = defineAction({
  ...service,
  args: z.object({ calendarId, startDateTime: dateTime("The start"), endDateTime: dateTime("The end"), timeZone }),
  run: async ({ calendarId: id, timeZone: zone, startDateTime, endDateTime }, api) => {
    const [start, end] = [instantOf(startDateTime, zone), instantOf(endDateTime, zone)];
    if (end <= start) throw new WrongArguments("endDateTime must be after startDateTime");
    const answer = await api.ask({
      method: "GET",
      url: `${URL}/calendars/${encodeURIComponent(id)}/free-slots`,
      query: { startDate: String(start.getTime()), endDate: String(end.getTime()), timezone: zone },
      headers: CALENDAR_VERSION,
      isRepeatable: true,
    });
    const days = Object.values(Slots.parse(answer)).flatMap((day) =>
      typeof day === "object" && day !== null && "slots" in day ? (day.slots as string[]) : [],
    );
    const slots = days.map((slot) => new Date(slot)).filter((slot) => slot >= start && slot < end);
    if (slots.length === 0)
      return `There are no free times from ${spokenTime(start, zone)} to ${spokenTime(end, zone)} (${zone}).`;
    const told = slots.slice(0, SLOTS_TOLD).map((slot) => `${spokenTime(slot, zone)} (${zonedTime(slot, zone)})`);
    return `Free times (${zone}): ${told.join("; ")}${slots.length > SLOTS_TOLD ? "; and later ones" : ""}.`;
  },
});

export const createGoHighLevelEvent = defineAction({
  ...service,
  args: z.object({
    calendarId,
    contactId: text("The id of the contact who comes"),
    startTime: dateTime("The start"),
    endTime: dateTime("The end").optional(),
    timeZone,
    title: text("The title of the appointment").optional(),
    locationId,
  }),
  run: async ({ timeZone: zone, startTime, endTime, title, locationId: location, ...given }, api, { metadata }) => {
    const start = instantOf(startTime, zone);
    const end = endTime === undefined ? undefined : instantOf(endTime, zone);
    if (end && end <= start) throw new WrongArguments("endTime must be after startTime");
    await api.ask({
      method: "POST",
      url: `${URL}/calendars/events/appointments`,
      headers: CALENDAR_VERSION,
      body: {
        ...given,
        locationId: locationOf(location, api, metadata),
        startTime: zonedTime(start, zone),
        ...(end && { endTime: zonedTime(end, zone) }),
        ...(title !== undefined && { title }),
      },
      isRepeatable: false,
    });
    return `The appointment was booked for ${spokenTime(start, zone)} (${zone}).`;
  },
});

const Contact = z.looseObject({
  id: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

const contactArgs = { email, phone, locationId };

export const createGoHighLevelContact = defineAction({
  ...service,
  args: z.object({ firstName: text("The first name").optional(), lastName: text("The last name").optional(), ...contactArgs }),
  run: async ({ locationId: location, ...person }, api, { metadata }) => {
    if (person.email === undefined && person.phone === undefined) throw new WrongArguments("email or phone is missing");
    try {
      const answer = await api.ask({
        method: "POST",
        url: `${URL}/contacts/`,
        headers: VERSION,
        body: { ...person, locationId: locationOf(location, api, metadata), source: "Callwright" },
        isRepeatable: false,
      });
      const { id } = Contact.parse(answer.contact);
      return `The contact was created. Its contactId is ${id}.`;
    } catch (error) {
      const known = error instanceof ServiceRefusal ? (error.fields.meta as { contactId?: unknown } | undefined) : undefined;
      if (typeof known?.contactId !== "string") throw error;
      return `There is such a contact already. Its contactId is ${known.contactId}.`;
    }
  },
});

export const getGoHighLevelContact = defineAction({
  ...service,
  args: z.object({ contactId: text("The id of the contact").optional(), ...contactArgs }),
  run: async (given, api, { metadata }) => {
    const contact = await findContact(given, api, metadata);
    if (!contact) return "There is no such contact.";
    const facts = [
      ["name", [contact.firstName, contact.lastName].filter(Boolean).join(" ")],
      ["email", contact.email],
      ["phone", contact.phone],
      ["contactId", contact.id],
    ].flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
    return `The contact: ${facts.join(", ")}.`;
  },
});

interface Sought {
  contactId?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  locationId?: string | undefined;
}

async function findContact(
  { contactId, email: address, phone: number, locationId: location }: Sought,
  api: ServiceApi,
  metadata: ActionScope["metadata"],
) {
  if (contactId !== undefined) {
    const url = `${URL}/contacts/${encodeURIComponent(contactId)}`;
    return Contact.parse((await api.ask({ method: "GET", url, headers: VERSION, isRepeatable: true })).contact);
  }
  if (address === undefined && number === undefined) throw new WrongArguments("contactId, email or phone is missing");
  const { contact } = await api.ask({
    method: "GET",
    url: `${URL}/contacts/search/duplicate`,
    query: { locationId: locationOf(location, api, metadata), email: address, number },
    headers: VERSION,
    isRepeatable: true,
  });
  return contact ? Contact.parse(contact) : undefined;
}

/** Adds a contact to a workflow: the one of the tool, or of the arguments. */
export const runGoHighLevelWorkflow = defineAction({
  ...service,
  args: z.object({
    contactId: text("The id of the contact").optional(),
    ...contactArgs,
    workflowId: text("The id of the workflow. Default: that of the tool").optional(),
  }),
  run: async ({ workflowId = "", ...sought }, api, { metadata }) => {
    const workflow = String(metadata.workflowId ?? workflowId);
    if (workflow === "") throw new WrongArguments("workflowId is missing");
    const contact = await findContact(sought, api, metadata);
    if (!contact) return "There is no such contact, and the workflow was not started. Create the contact first.";
    await api.ask({
      method: "POST",
      url: `${URL}/contacts/${encodeURIComponent(contact.id)}/workflow/${encodeURIComponent(workflow)}`,
      headers: VERSION,
      body: {},
      isRepeatable: false,
    });
    return "The workflow was started for the contact.";
  },
});

/** The lists of `GET /ghl/workflows` and `GET /ghl/locations`. */
export const listGoHighLevelWorkflows = (api: ServiceApi, location: string | undefined) =>
  api.ask({
    method: "GET",
    url: `${URL}/workflows/`,
    query: { locationId: locationOf(location, api) },
    headers: VERSION,
    isRepeatable: true,
  });

/** A sign-in is of one location. The key of an agency is of several. */
export function listGoHighLevelLocations(api: ServiceApi): Promise<Record<string, unknown>> {
  const { locationId } = api.connection ?? {};
  const list = (path: string, query = {}) =>
    api.ask({ method: "GET", url: `${URL}/locations/${path}`, query, headers: VERSION, isRepeatable: true });
  if (locationId === undefined) return list("search", { limit: "100" });
  return list(encodeURIComponent(locationId)).then(({ location }) => ({ locations: location ? [location] : [] }));
}
