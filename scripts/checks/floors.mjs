/**
 * Imports run down: the folders of a workspace are on floors, and a file imports from its own floor and from floors below. `node
 * scripts/checks/floors.mjs --count` prints how many folders import each other, and how many of these arrows run up.
 */
import { isMain } from "../workspaces.mjs";
import { relativeImports } from "./imports.mjs";
import { isCode, listFiles, read } from "./listing.mjs";

/**
 * Per workspace, from top to bottom. A folder is a path below `src`; `.` is the files directly in it, and `features/*` makes each folder
 * in `features` one of its own. `*` is every other folder. A file directly in `src` may have a floor of its own, too, and `@tables.ts` makes one of all files of that name. Folders in brackets share a floor: they may
 * import each other, but not in a circle. `sideways` lists the imports between features that are allowed; without the list, any that make
 * no circle are. Tests, and what is in a folder `testing`, may import what they need.
 * @type {Record<string, { floors: (string | string[])[], sideways?: string[] }>}
 */
const WORKSPACES = {
  "packages/contract/src": {
    floors: [
      "testing",
      ".",
      "realtime",
      "nouns.ts",
      "written",
      "*",
      "call",
      "phone",
      "squad",
      "assistant",
      "workflow",
      "plan",
      "tool",
      ["catalog", "cost", "credential", "knowledge", "message", "provider"],
      "wire",
    ],
  },
  "apps/web/src": {
    floors: ["app", "features/*", "resource", ["data", "kit"], "messages"],
    sideways: [
      "features/assistants → features/chats",
      "features/assistants → features/credentials",
      "features/assistants → features/files",
      "features/assistants → features/handset",
      "features/assistants → features/talk",
      "features/assistants → features/simulations",
      "features/assistants → features/tools",
      "features/calls → features/assistants",
      "features/calls → features/squads",
      "features/calls → features/simulations",
      "features/calls → features/webhooks",
      "features/calls → features/workflows",
      "features/campaigns → features/calls",
      "features/campaigns → features/handset",
      "features/canvas-run → features/assistants",
      "features/canvas-run → features/chats",
      "features/canvas-run → features/handset",
      "features/canvas-run → features/talk",
      "features/developers → features/tokens",
      "features/embed → features/assistants",
      "features/embed → features/tokens",
      "features/phone-numbers → features/calls",
      "features/phone-numbers → features/campaigns",
      "features/phone-numbers → features/handset",
      "features/handset → features/talk",
      "features/knowledge-bases → features/files",
      "features/overview → features/calls",
      "features/sessions → features/chats",
      "features/squads → features/assistants",
      "features/squads → features/canvas-run",
      "features/templates → features/tools",
      "features/voices → features/assistants",
      "features/workflows → features/assistants",
      "features/workflows → features/canvas-run",
    ],
  },
  "packages/engine/src": {
    floors: [
      "testing",
      ".",
      "host",
      "call",
      "speech",
      ["conversation", "providers"],
      "foreign-text",
      ["media", "net", "model", "process"],
    ],
  },
  "apps/server/src": {
    floors: ["testing", ".", ["operator", "api-docs"], "modules/*", "platform/*", "@tables.ts", "@table-columns.ts"],
  },
};

/** The folder of a file as the floors name it: `.`, `config.ts`, `kit`, `features/calls` where `features/*` has a floor, or `@tables.ts`. */
function folderOf(src, file, floors) {
  const parts = file.slice(src.length + 1).split("/");
  const named = floors.flat();
  const everywhere = `@${parts.at(-1)}`;
  if (named.includes(everywhere)) return everywhere;
  if (parts.length === 1) return named.includes(parts[0]) ? parts[0] : ".";
  const isSplit = named.includes(`${parts[0]}/*`) && parts.length > 2;
  return isSplit ? `${parts[0]}/${parts[1]}` : parts[0];
}

function floorOf(folder, floors) {
  const names = [folder, folder.replace(/\/.*/, "/*"), `${folder}/*`];
  const own = floors.findIndex((floor) => [floor].flat().some((name) => names.includes(name)));
  return own === -1 ? floors.indexOf("*") : own;
}

/** Every import between two folders of a workspace. */
function arrowsOf(src, floors, files, read) {
  const own = files.filter((file) => file.startsWith(`${src}/`) && isCode(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  return own.flatMap((file) =>
    relativeImports(file, read(file))
      .map(({ target }) => ({ file, target, from: folderOf(src, file, floors), to: folderOf(src, target, floors) }))
      .filter(({ target, from, to }) => target.startsWith(`${src}/`) && from !== to),
  );
}

/** Does a folder import another one, directly or through others on its floor? */
function reaches(from, to, arrows, seen = new Set()) {
  if (from === to) return true;
  seen.add(from);
  return arrows.some((arrow) => arrow.from === from && !seen.has(arrow.to) && reaches(arrow.to, to, arrows, seen));
}

function upwardOf(arrows, { floors, sideways: allowed }) {
  const level = ({ from, to }) => floorOf(to, floors) - floorOf(from, floors);
  const known = arrows.filter(({ from, to }) => floorOf(from, floors) !== -1 && floorOf(to, floors) !== -1);
  const sideways = known.filter((arrow) => level(arrow) === 0);
  const isAllowed = ({ from, to }) => !allowed || allowed.includes(`${from} → ${to}`);
  const isRefused = (arrow) => !isAllowed(arrow) || reaches(arrow.to, arrow.from, sideways);
  return known.filter((arrow) => level(arrow) < 0 || (level(arrow) === 0 && isRefused(arrow)));
}

/** A sentence for each upward import, and for each folder without a floor. */
export function checkFloors(files, read, workspaces = WORKSPACES) {
  return Object.entries(workspaces).flatMap(([src, workspace]) => {
    const { floors } = workspace;
    const arrows = arrowsOf(src, floors, files, read);
    const folders = new Set(arrows.flatMap(({ from, to }) => [from, to]));
    const homeless = [...folders].filter((folder) => floorOf(folder, floors) === -1);
    return [
      ...homeless.map((folder) => `${src}/${folder}: no floor. Add the folder to scripts/checks/floors.mjs.`),
      ...upwardOf(arrows, workspace).map(
        ({ file, target, from, to }) => `${file}: '${target}' is an upward import: ${from} may not import ${to}.`,
      ),
    ];
  });
}

function countArrows(files, read) {
  const distinct = (arrows) => new Set(arrows.map(({ from, to }) => `${from} → ${to}`));
  for (const [src, workspace] of Object.entries(WORKSPACES)) {
    const arrows = arrowsOf(src, workspace.floors, files, read);
    const upward = distinct(upwardOf(arrows, workspace));
    console.log(`${src}: ${distinct(arrows).size} folder arrows, ${upward.size} upward`);
    for (const arrow of [...upward].sort()) console.log(`    ${arrow}`);
  }
}

if (isMain(import.meta.url)) {
  if (process.argv.includes("--count")) countArrows(listFiles(), read);
  else for (const problem of checkFloors(listFiles(), read)) console.log(problem);
}
