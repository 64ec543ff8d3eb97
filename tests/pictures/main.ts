/** Run by `node scripts/pictures.mjs`: the pictures of README and docs, or, with `screens`, every screen in its states. */
const { takeDocuments } = await import("./documents.ts");
const { takeScreens } = await import("./take-screens.ts");

const [what = "documents", ...names] = process.argv.slice(2);
if (what === "screens") await takeScreens(names);
else await takeDocuments();

export {};
