/** Makes of a clone the release that follows: one with another table. `next-release.mjs <folder>` */
import { readFileSync, writeFileSync } from "node:fs";

const migrations = `${process.argv[2]}/apps/server/drizzle`;
const journalFile = `${migrations}/meta/_journal.json`;
const journal = JSON.parse(readFileSync(journalFile, "utf8"));
const last = journal.entries.at(-1);
const tag = `${String(last.idx + 1).padStart(4, "0")}_walk`;
journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
writeFileSync(journalFile, JSON.stringify(journal, null, 2));
writeFileSync(`${migrations}/${tag}.sql`, 'CREATE TABLE "walked" ("id" text PRIMARY KEY);\n');
