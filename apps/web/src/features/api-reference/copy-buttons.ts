/** How long a button says that it has copied. */
const SAID_MS = 2000;

/** Gives every sample a button that copies it, where the browser lets pages copy. */
export function addCopyButtons(page: Document): void {
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
