/** Shows the search field of the page with all routes, and of the routes those that hold every word of it. */
export function filterRoutes(page: Document): void {
  const field = page.querySelector<HTMLInputElement>("#filter");
  const found = page.querySelector("#found");
  if (!field || !found) return;
  field.closest("label")?.removeAttribute("hidden");
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const resource of page.querySelectorAll<HTMLElement>(".resource")) {
      const name = resource.querySelector("h2")?.textContent ?? "";
      const routes = [...resource.querySelectorAll("li")];
      for (const route of routes) route.hidden = !holds(`${name} ${route.textContent}`, words);
      const shown = routes.filter(({ hidden }) => !hidden).length;
      resource.hidden = shown === 0;
      count += shown;
    }
    found.textContent = words.length === 0 ? "" : `${count} ${count === 1 ? "route" : "routes"}`;
  });
}

function holds(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
