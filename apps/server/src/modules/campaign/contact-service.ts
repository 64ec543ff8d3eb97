import {
  CAMPAIGN_MAX_CUSTOMERS,
  type Campaign,
  type CampaignContact,
  type CheckedContact,
  type ContactError,
  type ContactQuery,
  type ContactUpload,
  type CreateCampaign,
  Customer,
  causesOf,
  isTimeZone,
  type NewContact,
  validationProblems,
} from "@callwright/contract";
import { type Page, readCursor, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { findResourceForUpdate } from "../../platform/resource-kit/resource-store.ts";
import { countryCodeOf } from "../do-not-call/country-code.ts";
import { LACKS_COUNTRY, readNumber } from "../do-not-call/read-number.ts";
import { listedNumbers } from "../do-not-call/store.ts";
import { campaigns, requireNotStarted } from "./campaigns.ts";
import * as store from "./contact-store.ts";
import { campaign } from "./tables.ts";

/** A row of an upload that may become a contact. */
interface Candidate {
  row: number;
  customer: Customer;
  country: string | undefined;
  timeZone: string | undefined;
  phoneNumberId: string | null;
}

type OfCampaign = Pick<Campaign, "id" | "orgId" | "country">;

/** Adds rows of a table. Rows without mistakes are stored even if others have some. */
export async function addContacts(
  context: ResourceContext,
  caller: OrgCaller,
  campaignId: string,
  { contacts, phoneNumberId }: { contacts: readonly NewContact[]; phoneNumberId?: string | undefined },
): Promise<ContactUpload> {
  return context.db.transaction(async (db) => {
    const within = { ...context, db };
    // Two uploads at once must not take the same places.
    found(await findResourceForUpdate(db, caller.orgId, { table: campaign }, campaignId), "Campaign");
    const entity = await campaigns.get(within, caller, campaignId);
    requireNotStarted(entity, "its contacts cannot change any more");
    await requireReferences(db, caller.orgId, addedReferences({ phoneNumberId }));
    const candidates = contacts.map((contact, index) => ({
      ...candidateOf(contact, index),
      phoneNumberId: phoneNumberId ?? null,
    }));
    const errors = await storeCandidates(within, entity, candidates);
    return { added: candidates.length - errors.length, errors, causes: causesOf(errors) };
  });
}

function candidateOf({ row, number, name, country, timeZone, variables }: NewContact, index: number): Candidate {
  return {
    row: row ?? index + 1,
    customer: {
      number,
      ...(name && { name }),
      ...(variables && Object.keys(variables).length > 0 && { assistantOverrides: { variableValues: variables } }),
    },
    country,
    timeZone,
    phoneNumberId: null,
  };
}

/** Reads rows as `addContacts` does, and adds none. */
export async function checkContacts(
  context: ResourceContext,
  caller: OrgCaller,
  campaignId: string,
  contacts: readonly NewContact[],
): Promise<{ contacts: CheckedContact[] }> {
  const { country: ofCampaign } = await campaigns.get(context, caller, campaignId);
  const read = contacts.map((contact, index) => {
    const candidate = candidateOf(contact, index);
    return { row: candidate.row, ...readCandidate(candidate, ofCampaign) };
  });
  const numbers = read.flatMap(({ number }) => number ?? []);
  const taken = await store.findPositions(context.db, campaignId, numbers);
  const listed = await listedNumbers(context, caller.orgId, numbers);
  return {
    contacts: read.map(({ row, number, country, problem }) => ({
      row,
      ...present({ number, country }),
      ...(problem && { problem: { ...problem, ...(problem.reason === LACKS_COUNTRY && { lacksCountry: true }) } }),
      ...(number !== undefined && taken.has(number) && { isInList: true }),
      ...(number !== undefined && listed.has(number) && { isOnDoNotCallList: true }),
    })),
  };
}

/** Adds the customers of a campaign or of its dial plan. Answers those that were not stored. */
export async function addCustomers(
  context: ResourceContext,
  entity: OfCampaign,
  { customers, dialPlan }: Pick<CreateCampaign, "customers" | "dialPlan">,
): Promise<ContactError[]> {
  const given = [
    ...(customers ?? []).map((customer) => ({ customer, phoneNumberId: null })),
    ...(dialPlan ?? []).flatMap((each) => each.customers.map((customer) => ({ customer, phoneNumberId: each.phoneNumberId }))),
  ];
  const candidates = given.map((each, index) => ({ ...each, row: index + 1, country: undefined, timeZone: undefined }));
  return storeCandidates(context, entity, candidates);
}

/** Runs in a transaction that holds or creates the campaign. */
async function storeCandidates(
  context: ResourceContext,
  entity: OfCampaign,
  candidates: readonly Candidate[],
): Promise<ContactError[]> {
  if (candidates.length === 0) return [];
  const { last, total } = await store.findExtent(context.db, entity.id);
  const read = candidates.map((candidate) => ({ candidate, ...readCandidate(candidate, entity.country) }));
  const numbers = read.flatMap(({ number }) => (number === undefined ? [] : [number]));
  const taken = await store.findPositions(context.db, entity.id, numbers);
  const errors: ContactError[] = [];
  const rows: store.NewContactRow[] = [];
  const at = context.now();
  for (const { candidate, number, timeZones, problem } of read) {
    const { row, customer, phoneNumberId } = candidate;
    const refuse = (field: string, reason: string, isDuplicate = false) => {
      const { number: given = "", name } = customer;
      const value = field === "number" ? undefined : cellOf(candidate, field);
      errors.push({
        row,
        number: shortened(given),
        ...(name !== undefined && { name: shortened(name) }),
        field,
        ...(value !== undefined && { value: shortened(value) }),
        reason,
        ...(isDuplicate && { isDuplicate }),
      });
    };
    if (problem || number === undefined) refuse(problem?.field ?? "number", problem?.reason ?? "is required");
    else if (taken.has(number)) refuse("number", `is already in the list, at place ${taken.get(number)}`, true);
    else if (total + rows.length >= CAMPAIGN_MAX_CUSTOMERS)
      refuse("number", `is one too many: a campaign has at most ${CAMPAIGN_MAX_CUSTOMERS} contacts`);
    else {
      const position = last + rows.length + 1;
      taken.set(number, position);
      const ids = { id: context.newId(), orgId: entity.orgId, campaignId: entity.id, createdAt: at, updatedAt: at };
      rows.push({ ...ids, position, number, phoneNumberId, customer: { ...customer, number }, timeZones });
    }
  }
  await store.insertContacts(context, rows);
  return errors;
}

const SHOWN_CHARACTERS = 100;
const shortened = (cell: string): string => [...cell.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join("");

/** What stands in the field of a row, if it is one of the table's. */
function cellOf({ customer: { name }, country, timeZone }: Candidate, field: string): string | undefined {
  const cells: Record<string, string | undefined> = { name, country, timeZone };
  return cells[field];
}

interface ReadCandidate {
  number?: string;
  country?: string | undefined;
  timeZones: string[];
  problem?: { field: string; reason: string };
}

function readCandidate({ customer, country, timeZone }: Candidate, campaignCountry: string | undefined): ReadCandidate {
  const wrong = (field: string, reason: string): ReadCandidate => ({ timeZones: [], problem: { field, reason } });
  const { number = "", numberE164CheckEnabled } = customer;
  if (number.trim() === "") return wrong("number", "is required");
  const zone = timeZone?.trim() || undefined;
  if (zone !== undefined && !isTimeZone(zone)) return wrong("timeZone", "must be a time zone like Europe/Berlin");
  const region = country?.trim() || campaignCountry;
  if (region !== undefined && countryCodeOf(region) === undefined)
    return wrong("country", "must be the name of a country, or its code, such as DE");
  const read = numberE164CheckEnabled === false ? { number, timeZones: [], country: undefined } : readNumber(number, region);
  if (typeof read === "string") return wrong("number", read);
  const parsed = Customer.safeParse({ ...customer, number: read.number }, { reportInput: true });
  if (!parsed.success) {
    const [problem = ""] = validationProblems(parsed.error);
    const [field = "", ...words] = problem.split(" ");
    return wrong(field, words.join(" "));
  }
  return { number: read.number, country: read.country, timeZones: zone === undefined ? read.timeZones : [zone] };
}

export async function listContacts(
  context: ResourceContext,
  caller: OrgCaller,
  campaignId: string,
  query: ContactQuery,
): Promise<Page<CampaignContact>> {
  await campaigns.get(context, caller, campaignId);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor).value;
  const found = await store.pageContacts(context, campaignId, query, after);
  return toPage(query, found, toContact, ({ position }) => position);
}

export async function removeContacts(context: ResourceContext, caller: OrgCaller, campaignId: string): Promise<void> {
  await context.db.transaction(async (db) => {
    found(await findResourceForUpdate(db, caller.orgId, { table: campaign }, campaignId), "Campaign");
    requireNotStarted(await campaigns.get({ ...context, db }, caller, campaignId), "its contacts cannot change any more");
    await store.deleteContacts(db, campaignId);
  });
}

export function toContact(row: store.ContactRow): CampaignContact {
  const { id, orgId, campaignId, position, number, phoneNumberId, customer, timeZones, status, outcome, reason, attempts } = row;
  const { callId, notBefore, cost, log, createdAt, updatedAt } = row;
  return {
    ...present({ id, orgId, campaignId, createdAt, updatedAt, position, number, phoneNumberId, timeZones, status, attempts }),
    ...present({ name: customer.name, callId, notBefore, cost, log }),
    variables: customer.assistantOverrides?.variableValues ?? {},
    // A waiting contact has no outcome yet, but its log has those of earlier calls.
    ...(status !== "pending" && present({ outcome, reason })),
  };
}
