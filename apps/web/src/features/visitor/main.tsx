import "../../kit/theme/tokens.css";
import "../../kit/theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readVisitorLink } from "../../kit/visitor-link.ts";
import { VisitorPage } from "./VisitorPage.tsx";

/** The page of visitors: a separate bundle, because visitors use nothing of the dashboard. */
const root = document.getElementById("root");
if (!root) throw new Error("talk.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <VisitorPage link={readVisitorLink(new URL(location.href))} />
  </StrictMode>,
);
