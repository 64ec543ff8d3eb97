import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../../kit/theme/tokens.css";
import "./api-reference.css";
import { addCopyButtons } from "./copy-buttons.ts";
import { filterRoutes } from "./filter-routes.ts";

/** The server makes the pages of the API reference, and they can be read without this. */
filterRoutes(document);
addCopyButtons(document);
// On a phone the menu would stand before what one came to read.
if (matchMedia("(max-width: 720px)").matches) document.querySelector(".menu")?.removeAttribute("open");
