/** Matches the ids of modules below these folders, given as regular expressions with `/` between their parts. */
const below = (...folders: readonly string[]) => new RegExp(`[\\\\/](${folders.join("|").replaceAll("/", "[\\\\/]")})`);

/**
 * The scripts that screens share, instead of hundreds of small ones: each request costs a round trip, and each byte that a screen does not
 * use delays it. A module belongs to the first group that matches it, together with everything it imports that no group above has, so that
 * scripts never import each other in a circle.
 */
const GROUPS = [
  /** What `boot.ts` imports statically. It is small, because the session's requests wait for it. */
  { name: "boot", tags: ["$initial" as const] },
  { name: "start", test: below("src/app/start\\.tsx") },
  /** The JSON editor, which is most of the dashboard's bytes, and which few screens show at once. */
  { name: "json-editor", test: below("node_modules/(@codemirror|@lezer|@marijn|@uiw|crelt|style-mod|w3c-keyname)/") },
  /** Canvases and charts share it. */
  { name: "interpolation", test: below("node_modules/(d3-color|d3-interpolate)/") },
  /** The code that draws canvases, for workflows, squads and their calls. */
  {
    name: "canvas-library",
    test: below("node_modules/(@xyflow|@dagrejs|d3-(dispatch|drag|ease|selection|timer|transition|zoom)|zustand|classcat)/"),
  },
  /** The library's controls that lists use; most of its controls are for forms. */
  {
    name: "list-controls",
    test: below(
      "@mantine/core/esm/components/(Alert|Checkbox|Menu|TextInput)/",
      "node_modules/(@tabler|@tanstack|@mantine/hooks|eventsource-parser)/",
    ),
    minShareCount: 2,
  },
  /** Of schemas, which forms need. */
  { name: "schema-library", test: below("node_modules/zod/") },
  { name: "controls", test: below("node_modules/"), minShareCount: 3 },
  /** For every list. It has no schemas: only forms need them. */
  {
    name: "lists",
    test: below(
      "src/kit/(?!canvas/|latency/|(ConfirmDialog|EndedReasonSelect|FormDialog|Switch|TabRow)\\.)",
      "src/data/(realtime|use-(may|member|shown))",
      "src/resource/(list/(?!filter-fields|ListFilters|OpenRowMenu|ResourceListPage|TemplateMenu)|costs/|form/references|local-time|use-(choices|delete))",
      "src/features/calls/(call-|use-)",
      "src/features/assistants/versions/config",
      "packages/client/",
      "packages/contract/src/(assistant/unpublished-version|call/ended-reason|provider/offline-voices)",
    ),
    minShareCount: 2,
  },
  {
    name: "form",
    test: below(
      "packages/contract/",
      "src/kit/latency/",
      "src/data/",
      "src/resource/(?!json/)",
      "src/resource/json/(schema-at|json-text)",
      "src/features/assistants/(draft|variables|use-default)",
    ),
    minShareCount: 2,
  },
  { name: "canvas", test: below("src/kit/canvas/"), minShareCount: 2 },
  { name: "auth", test: below("src/features/auth/"), minShareCount: 2 },
];

export const CHUNK_GROUPS = GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index }));
