interface PaletteGroup<Action> {
  group: string;
  actions: Action[];
}

/**
 * The actions whose label contains every word of the query, or whose id starts with it. Best matches first: the exact label, labels that
 * start with the query, then shorter before longer ones. Groups without a match are left out.
 */
export function filterPalette<Action extends { label?: string; id?: string }>(
  query: string,
  groups: ReadonlyArray<PaletteGroup<Action>>,
): Array<PaletteGroup<Action>> {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const labelOf = (action: Action) => action.label?.toLowerCase() ?? "";
  const distance = (action: Action) => {
    const label = labelOf(action);
    return (label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2) * 1000 + label.length;
  };
  const found = groups.map(({ group, actions }) => ({
    group,
    actions: actions
      .filter((action) => words.every((word) => labelOf(action).includes(word) || action.id?.startsWith(word)))
      .sort((a, b) => (wanted === "" ? 0 : distance(a) - distance(b))),
  }));
  return found.filter(({ actions }) => actions.length > 0);
}

/** The name to search for: the query without the words that an action begins with, such as "talk to". */
export function soughtName(query: string, action: string): string {
  const words = query.trim().split(/\s+/);
  const before = action.trim().toLowerCase().split(/\s+/);
  const from = words.findIndex((word, at) => word.toLowerCase() !== before[at]);
  return from < 0 ? "" : words.slice(from).join(" ");
}
