import { expect, test } from "vitest";
import { causesIn, type FaultyRow, readTable, toContacts, withCells, wrongRowsCsv } from "./contact-table.ts";

const contactsOf = (text: string) => {
  const table = readTable(text);
  return table && toContacts(table);
};

test("a pasted spreadsheet and a CSV file are read alike: quotes, blank lines, a byte order mark", () => {
  const expected = [
    { row: 2, number: "030 901820", name: "Ada, Countess", variables: { home_city: "Bonn" } },
    { row: 3, number: "+4930901821", variables: {} },
  ];
  expect(contactsOf("Phone\tName\tHome city\n030 901820\tAda, Countess\tBonn\n+4930901821\t\t\n")).toMatchObject(
    expected.map((each) => ({
      ...each,
      variables: Object.fromEntries(Object.entries(each.variables).map(([, city]) => ["Home_city", city])),
    })),
  );
  expect(
    contactsOf('\u{feff}phone_number,name,home_city\r\n"030 901820","Ada, Countess",Bonn\r\n\r\n+4930901821,,\r\n'),
  ).toMatchObject(expected);
});

test("without a head, the column that has only numbers is the number's", () => {
  expect(contactsOf("Ada,+12025550101\nBob,+12025550102")).toMatchObject([
    { row: 1, number: "+12025550101", variables: { column_1: "Ada" } },
    { row: 2, number: "+12025550102", variables: { column_1: "Bob" } },
  ]);
});

test("the first cell may be empty, and the apostrophe of a report is no part of a number", () => {
  expect(contactsOf("\t'+12025550101 \nBob\t+12025550102")).toMatchObject([
    { number: "+12025550101", variables: {} },
    { number: "+12025550102", variables: { column_1: "Bob" } },
  ]);
});

test("a second column of the same name is a variable, and a table without rows is none", () => {
  expect(readTable("number,phone\n+12025550101,+12025550102")?.columns.map(({ use }) => use)).toEqual(["number", "variable"]);
  expect(readTable("number,name\n")).toBeUndefined();
  expect(readTable("  ")).toBeUndefined();
});

const NO_COUNTRY = { field: "country", reason: "must be the name of a country" };
const WRONG: FaultyRow[] = [
  {
    contact: { row: 2, number: "0171 39200 14", name: 'Jürgen "Jo", B.', country: "Grmany", variables: { plate: "=B-FG 2210" } },
    problem: NO_COUNTRY,
  },
  { contact: { row: 7, number: "+491", variables: { due: "19.12.2026" } }, problem: { field: "number", reason: "is too short" } },
  { contact: { row: 9, number: "030 1", country: "Grmany" }, problem: NO_COUNTRY },
];

test("rows with mistakes are written as a table that is read again as they were, without the columns about the mistake", () => {
  const csv = wrongRowsCsv(WRONG);
  expect(csv.slice(1).split("\r\n")[0]).toBe("row,number,name,country,timeZone,plate,due,mistake");
  expect(csv).toContain("must be the name of a country");
  expect(contactsOf(csv)).toEqual([
    {
      row: 2,
      number: "0171 39200 14",
      name: 'Jürgen "Jo", B.',
      country: "Grmany",
      variables: { plate: "=B-FG 2210" },
    },
    { row: 3, number: "+491", variables: { due: "19.12.2026" } },
    { row: 4, number: "030 1", country: "Grmany", variables: {} },
  ]);
});

test("another table's column `row` is a variable", () => {
  expect(readTable("row,number\n7,+12025550101")?.columns.map(({ use }) => use)).toEqual(["variable", "number"]);
});

test("mistakes are gathered by their cause and the wrong country: numbers without a country first, then the most frequent", () => {
  const one: FaultyRow = { contact: { number: "030 2", country: "Grmny" }, problem: NO_COUNTRY };
  const national: FaultyRow = {
    contact: { number: "030 3" },
    problem: { field: "number", reason: "has no country", lacksCountry: true },
  };
  expect(causesIn([one, ...WRONG, national]).map(({ field, value, rows }) => [field, value, rows.length])).toEqual([
    ["number", undefined, 1],
    ["country", "Grmany", 2],
    ["country", "Grmny", 1],
    ["number", undefined, 1],
  ]);
});

test("a field that no column has gets one, for the corrected rows only", () => {
  const table = readTable("number,name\n030 1,Ada\n030 2,Bob");
  expect(table && toContacts(withCells(table, "country", new Map([[3, "DE"]])))).toEqual([
    { row: 2, number: "030 1", name: "Ada", variables: {} },
    { row: 3, number: "030 2", name: "Bob", country: "DE", variables: {} },
  ]);
});
