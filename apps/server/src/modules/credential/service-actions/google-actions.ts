import { z } from "zod";
import { ServiceRefusal } from "../outgoing/connected/service-api.ts";
import { dateTime, instantOf, spokenTime, timeZone, zonedTime } from "./local-time.ts";
import { defineAction, text, WrongArguments } from "./service-action.ts";

/** By developers.google.com/workspace/calendar/api/v3/reference (events.insert, freebusy.query), November 2026. */
const CALENDAR_URL = "https://www.googleapis.com/calendar/v3";
/** By developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/append, November 2026. */
const SHEETS_URL = "https://sheets.googleapis.com/v4/spreadsheets";

const calendar = {
  name: "Google Calendar",
  providers: ["google.calendar.oauth2-authorization", "google.calendar.oauth2-client"],
};

const calendarId = text("The calendar. Default: the main calendar of the account").default("primary");
const range = { startDateTime: dateTime("The start"), endDateTime: dateTime("The end"), timeZone };

function readRange({
  startDateTime,
  endDateTime,
  timeZone: zone,
}: {
  startDateTime: string;
  endDateTime: string;
  timeZone: string;
}) {
  const [start, end] = [instantOf(startDateTime, zone), instantOf(endDateTime, zone)];
  if (end <= start) throw new WrongArguments("endDateTime must be after startDateTime");
  return { start, end, spoken: `${spokenTime(start, zone)} to ${spokenTime(end, zone)} (${zone})` };
}

const attendees = z
  .union([
    z.array(z.email()).max(100),
    z
      .string()
      .transform((list) => list.split(/[,;\s]+/).filter(Boolean))
      .pipe(z.array(z.email()).max(100)),
  ])
  .optional();

export const createCalendarEvent = defineAction({
  ...calendar,
  args: z.object({
    summary: text("The title of the event"),
    ...range,
    attendees: attendees.meta({ description: "The email addresses of the people to invite" }),
    description: text("More about the event", 8000).optional(),
    location: text("Where it takes place").optional(),
    calendarId,
  }),
  run: async (
    { calendarId: calendarOf, timeZone: zone, summary, attendees: guests = [], description, location, ...given },
    api,
    { newId },
  ) => {
    const { start, end, spoken } = readRange({ ...given, timeZone: zone });
    const event = {
      // With our own id, a repeated request creates no second event.
      id: newId().replaceAll("-", "").toLowerCase(),
      summary,
      start: { dateTime: zonedTime(start, zone), timeZone: zone },
      end: { dateTime: zonedTime(end, zone), timeZone: zone },
      ...(guests.length > 0 && { attendees: guests.map((email) => ({ email })) }),
      ...(description !== undefined && { description }),
      ...(location !== undefined && { location }),
    };
    const url = `${CALENDAR_URL}/calendars/${encodeURIComponent(calendarOf)}/events`;
    try {
      await api.ask({ method: "POST", url, query: { sendUpdates: "all" }, body: event, isRepeatable: true });
    } catch (error) {
      if (!(error instanceof ServiceRefusal && error.status === 409 && error.code === "duplicate")) throw error;
    }
    const invited = guests.length === 0 ? "" : ` Invitations were sent to ${guests.join(", ")}.`;
    return `The event '${summary}' was created: ${spoken}.${invited}`;
  },
});

const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
      errors: z.array(z.object({ reason: z.string() })).default([]),
    }),
  ),
});

export const checkCalendarAvailability = defineAction({
  ...calendar,
  args: z.object({ ...range, calendarId }),
  run: async ({ calendarId: id, timeZone: zone, ...given }, api) => {
    const { start, end, spoken } = readRange({ ...given, timeZone: zone });
    const answer = await api.ask({
      method: "POST",
      url: `${CALENDAR_URL}/freeBusy`,
      body: { timeMin: start.toISOString(), timeMax: end.toISOString(), timeZone: zone, items: [{ id }] },
      isRepeatable: true,
    });
    const [asked] = Object.values(FreeBusy.safeParse(answer).data?.calendars ?? {});
    const [error] = asked?.errors ?? [];
    if (!asked || error)
      throw new WrongArguments(
        error?.reason === "notFound" ? `calendarId: there is no calendar '${id}'` : `calendarId: ${error?.reason ?? "unknown"}`,
      );
    const busy = asked.busy.map((each) => `${spokenTime(new Date(each.start), zone)} to ${spokenTime(new Date(each.end), zone)}`);
    if (busy.length === 0) return `The calendar is free from ${spoken}.`;
    return `From ${spoken}, the calendar is busy: ${busy.join("; ")}. It is free otherwise.`;
  },
});

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const appendSheetRow = defineAction({
  name: "Google Sheets",
  providers: ["google.sheets.oauth2-authorization"],
  args: z.object({
    spreadsheetId: text("The id of the spreadsheet: the part of its address after /d/"),
    range: text("The sheet, or a range of it, like Sheet1 or Sheet1!A:D").default("A1"),
    values: z.array(Cell).min(1).max(200).meta({ description: "The cells of the row, from left to right" }),
  }),
  run: async ({ spreadsheetId, range: where, values }, api) => {
    const url = `${SHEETS_URL}/${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(where)}:append`;
    const answer = await api.ask({
      method: "POST",
      url,
      // RAW: what a caller says must not become a formula.
      query: { valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" },
      body: { majorDimension: "ROWS", values: [values] },
      isRepeatable: false,
    });
    const { updates } = answer as { updates?: { updatedRange?: string } };
    return `The row was added${updates?.updatedRange === undefined ? "" : ` at ${updates.updatedRange}`}.`;
  },
});
