/** Run by `npm run pictures`: the pictures of README and docs (`docs`), or every screen in its states (`screens`). */
const { takeDocuments } = await import("./documents.ts");
const { takeScreens } = await import("./take-screens.ts");

const [what = "docs", ...names] = process.argv.slice(2);
if (what === "screens") await takeScreens(names);
else if (what === "docs") await takeDocuments(names);
else throw new Error(`There are pictures of docs and of screens. Write docs or screens in place of ${what}.`);

export {};
