import type { ChunkPlan } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { voiceFormat } from "./format-text.ts";
import { markdown } from "./markup.ts";

type Plan = NonNullable<ChunkPlan["formatPlan"]>;
type Formatter = NonNullable<Plan["formattersEnabled"]>[number];

const formatted = (text: string, formatPlan: Plan = {}, voice: object = {}) =>
  voiceFormat({ ...voice, chunkPlan: { formatPlan } })?.(text).spoken ?? text;
const only = (formatter: Formatter) => (text: string) => formatted(text, { formattersEnabled: [formatter] });

describe("a formatter", () => {
  it.each<[Formatter, string, string]>([
    [
      "markdown",
      "## Hours\n- **Monday** to *Friday*, see [our page](https://a.example/b)",
      "Hours\nMonday to Friday, see our page",
    ],
    ["markdown", "snake_case and 2*3*4 stay", "snake_case and 2*3*4 stay"],
    ["markdown", "| Day | Open |\n|---|:--:|\n| Sat | 8-16 |\n| Sun | closed. |", "Day, Open.\n\nSat, 8-16.\nSun, closed."],
    ["markdown", "Bread\n\n---\n* * *\nCake | Tea", "Bread\n\n\n\nCake, Tea"],
    [
      "markdown",
      "<p>Hello <b>Ada</b>,<br/>see <a href='https://a.example/?a=1'>here</a>.</p><!-- x -->",
      "Hello Ada,\nsee here.\n",
    ],
    ["markdown", "| Sat,\nSun | 8-16 |", "Sat,\nSun, 8-16 "],
    ["markdown", "if a<b and c>d, or 2 < 3 > 1", "if a<b and c>d, or 2 < 3 > 1"],
    ["markdown", "Tom &amp; Co&#46; &#x2764; &nosuch; AT&T", "Tom & Co. ❤ &nosuch; AT&T"],
    [
      "markdown",
      "It is $\\frac{1}{2} \\times x^{2}$, \\(a \\leq b\\) and $$E = mc^2$$.",
      "It is 1 / 2 × x^2, a ≤ b and E = mc^2.",
    ],
    ["markdown", "So \\[a = \\sqrt{4} \\quad b\\] it is.", "So a = √4 b it is."],
    ["markdown", "Run `npm test`:\n```sh\nnpm test\n```", "Run npm test:\nnpm test\n"],
    ["markdown", "From $5 to $6, in C:\\new", "From $5 to $6, in C:\\new"],
    ["markdown", "Great 😀! 👩‍👩‍👧 We ☎️ you 🇩🇪 at 9️⃣ o'clock 👍🏽", "Great! We you at 9 o'clock"],
    ["markdown", "Trade™ © 2026 costs 5 € – fine…", "Trade™ © 2026 costs 5 € – fine…"],
    ["asterisk", "*laughs* That is **great** and 2 * 3.", "That is **great** and 2 * 3."],
    ["stripAsterisk", "That is **great**.", "That is great."],
    ["quote", 'He said "yes" and “no”, it\'s fine.', "He said yes and no, it's fine."],
    ["dash", "Monday - Friday, well-known — really", "Monday, Friday, well-known, really"],
    ["newline", "First\nSecond.\n\nThird", "First. Second. Third"],
    ["colon", "Note: it opens at 9:30.", "Note. it opens at 9:30."],
    ["acronym", "NASA sends an SMS in the US at 5 PM.", "NASA sends an S M S in the U S at 5 PM."],
    [
      "dollarAmount",
      "$42.50, $1, $0.99, -$3 and $2.5 million",
      "forty two dollars and fifty cents, one dollar, ninety nine cents, minus three dollars and two point five million dollars",
    ],
    [
      "email",
      "Write to jo.doe_1@mail-box.example.com.",
      "Write to jo dot doe underscore 1 at mail dash box dot example dot com.",
    ],
    [
      "date",
      "2026-03-05, 3/21/1999, March 2 and Dec 25, 2004; 2026-13-40",
      "March fifth, twenty twenty six, March twenty first, nineteen ninety nine, March second and December twenty fifth, two thousand four; 2026-13-40",
    ],
    [
      "time",
      "14:30, 9:05 am, 09:00, 12:00 and 7:00 p.m. but 12:30:15",
      "two thirty PM, nine oh five AM, nine AM, twelve PM and seven PM but 12:30:15",
    ],
    ["distance", "5 km, 1 mi, 1 ft and 2.5 m", "five kilometers, one mile, one foot and two point five meters"],
    [
      "unit",
      "3 kg, 1 GB, -4 °C and 60 km/h",
      "three kilograms, one gigabyte, minus four degrees Celsius and sixty kilometers per hour",
    ],
    ["percentage", "50% and -2.5 %", "fifty percent and minus two point five percent"],
    [
      "phoneNumber",
      "(415) 555-0123 or +49 30 1234567, not 2026-03-05",
      "four one five, five five five, zero one two three or plus four nine, three zero, one two three four five six seven, not 2026-03-05",
    ],
    [
      "number",
      "7, -3, 1,250, 2025, 2026, 007, the 21st and 3.5",
      "seven, minus three, one thousand two hundred fifty, two thousand twenty five, two zero two six, zero zero seven, the twenty first and three point five",
    ],
  ])("%s: %s", (name, text, spoken) => {
    expect(only(name)(text)).toBe(spoken);
  });
});

describe("a format plan", () => {
  it("without formatters has all but the one that removes words", () => {
    expect(formatted("*Really*: it costs $5 on 2026-03-05 at 14:30, call (415) 555-0123.")).toBe(
      "Really. it costs five dollars on March fifth, twenty twenty six at two thirty PM, call four one five, five five five, zero one two three.",
    );
  });

  it("makes the replacements of the settings before anything else", () => {
    const replacements: Plan["replacements"] = [
      { type: "exact", key: "Vonage $1", value: "$& Von-age" },
      { type: "exact", key: "ok", value: "okay", replaceAllEnabled: true },
      { type: "regex", regex: "order (\\d+)", options: [{ type: "ignore-case", enabled: true }], value: "number $1" },
      { type: "regex", regex: "(?<=x)y", value: "never" },
      // A reference to a missing group stays unchanged.
      { type: "regex", regex: "zzz", value: "$7" },
    ];
    expect(formatted("Vonage $1 ok ok: Order 12 xy zzz", { replacements, formattersEnabled: [] })).toBe(
      "$& Von-age okay okay: number 12 xy $7",
    );
  });

  it("reads numbers digit by digit above its cutoff", () => {
    expect(formatted("300 and 99", { numberToDigitsCutoff: 100, formattersEnabled: ["number"] })).toBe(
      "three zero zero and ninety nine",
    );
  });

  it("writes numbers out in English alone", () => {
    expect(formatted("**5** Äpfel", {}, { language: "de" })).toBe("5 Äpfel");
    expect(formatted("5 apples", {}, { language: "en-GB" })).toBe("five apples");
  });

  it("is none when it is off", () => {
    expect(voiceFormat({ chunkPlan: { enabled: false } })).toBeUndefined();
    expect(voiceFormat({ chunkPlan: { formatPlan: { enabled: false } } })).toBeUndefined();
  });
});

it("without a plan removes signs for the eye alone", () => {
  expect(voiceFormat({})?.("**Yes**, we open at 9:30 on 2026-03-05: $5").spoken).toBe("Yes, we open at 9:30 on 2026-03-05: $5");
});

describe("a voice of this server", () => {
  const spoken = (text: string, language = "en") => voiceFormat({}, language)?.(text).spoken;

  it.each([
    ["Write to jo.doe@example.com.", "Write to jo dot doe at example dot com."],
    ["It takes approx. 20 min, e.g. by bus.", "It takes approximately twenty minutes, for example by bus."],
    ["Approx. ", "Approximately "],
    ["Milan vs. Rome, Apt. 4", "Milan versus Rome, Apartment 4"],
    ["Cats, dogs, etc. are welcome, fish etc.", "Cats, dogs, et cetera are welcome, fish et cetera."],
    ["It costs €20, £1 or $5.", "It costs 20 euros, 1 pound or $5."],
    [
      "Room 4021 since 2024, 1,500 guests, 3000 in 1999, code 0042",
      "Room four zero two one since 2024, 1,500 guests, 3000 in 1999, code zero zero four two",
    ],
    ["Send an SMS to the IRS, NOT to NASA.", "Send an S M S to the I R S, NOT to NASA."],
    ["At 9:30 on 2026-03-05, 50% off 4021.50", "At 9:30 on 2026-03-05, 50% off 4021.50"],
    ["Call (415) 555-0123.", "Call four one five, five five five, zero one two three."],
  ])("reads %s", (text, words) => {
    expect(spoken(text)).toBe(words);
  });

  it("reads what its plan says, and English alone so", () => {
    expect(voiceFormat({ chunkPlan: { formatPlan: { formattersEnabled: ["percentage"] } } }, "en")?.("5% of 4021").spoken).toBe(
      "five percent of 4021",
    );
    expect(spoken("Zimmer 4021, ca. 3 km", "de")).toBe("Zimmer 4021, ca. 3 km");
  });
});

it("makes no replacements that cost too much or make a phrase too long, and formats long texts in pieces", () => {
  const regex = (pattern: string, value: string) => ({ type: "regex" as const, regex: pattern, value });
  const text = "a".repeat(900);
  expect(formatted(text, { replacements: Array(20).fill(regex("(?:a?){60}.*z|a", "b")), formattersEnabled: [] })).toBe(text);
  const growing = { type: "exact" as const, key: "a", value: "aa".repeat(50), replaceAllEnabled: true };
  expect(formatted("a", { replacements: Array(50).fill(growing), formattersEnabled: [] })).toBe("a");
  expect(formatted("**really** ".repeat(1_000), { formattersEnabled: ["markdown"] })).toBe("really ".repeat(1_000));
});

// An expression that reads the text again from each of its signs takes minutes for this length, so the test would time out.
it.each(["-", "- ", "|-", ":-", "| ", "=", "*", "<a ", "$", "&"])("reads a long run of %s once", (signs) => {
  expect(markdown(`${signs.repeat(300_000)}x`)).toMatch(/x\.?$/);
});
