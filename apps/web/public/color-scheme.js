// Before the first paint: the theme the user chose, so that a dark page never flashes white. A file, because the page's policy forbids inline scripts.
try {
  const chosen = localStorage.getItem("mantine-color-scheme-value");
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
} catch {
  // Storage is closed in some private windows; the system's theme is used then.
}
