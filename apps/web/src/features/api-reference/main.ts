import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../../kit/theme/tokens.css";
import "./api-reference.css";

/** The server makes the pages of the API reference, and they can be read without this. */
filterRoutes(document);
addCopyButtons(document);
// On a phone, the open menu would cover the content.
if (matchMedia("(max-width: 720px)").matches) document.querySelector(".menu")?.removeAttribute("open");

/** How long a button says that it has copied. */
const SAID_MS = 2000;

/** Gives every sample a button that copies it, where the browser lets pages copy. */
function addCopyButtons(page: Document): void {
  if (!navigator.clipboard) return;
  for (const sample of page.querySelectorAll(".sample")) {
    const button = page.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(sample.querySelector("code")?.textContent ?? "").then(() => {
        button.textContent = "Copied";
        setTimeout(() => {
          button.textContent = "Copy";
        }, SAID_MS);
      });
    });
    sample.querySelector("figcaption")?.append(button);
  }
}

/** Shows the search field on the page of all routes, and hides routes that lack a word of the search. */
function filterRoutes(page: Document): void {
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
