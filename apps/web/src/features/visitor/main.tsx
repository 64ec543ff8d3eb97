import "../../app/tokens.css";
import "../../app/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { VisitorPage } from "./VisitorPage.tsx";
import { readVisitorLink } from "./visitor-link.ts";

/** The page of visitors: a bundle of its own, because nothing of the dashboard is any use to them. */
const root = document.getElementById("root");
if (!root) throw new Error("talk.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <VisitorPage link={readVisitorLink(new URL(location.href))} />
  </StrictMode>,
);
