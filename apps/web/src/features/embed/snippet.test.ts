import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { policyOf, snippetOf } from "./snippet.ts";

const PARTS = { origin: "https://voice.example", target: { assistantId: "a-1" }, publicKey: "cw_public_k", options: {} };

describe("snippetOf", () => {
  it("is two lines", () => {
    expect(snippetOf(PARTS)).toBe(
      [
        `<script type="module" src="https://voice.example/widget.js"></script>`,
        `<callwright-widget public-key="cw_public_k" assistant-id="a-1"></callwright-widget>`,
      ].join("\n"),
    );
  });

  it("writes options as attributes: flags bare, quotes escaped, what is off left out", () => {
    const options = { mode: "voice", ctaTitle: `Ask "us" & <them>`, voiceShowTranscript: true, consentRequired: false };
    expect(snippetOf({ ...PARTS, options })).toContain(
      `assistant-id="a-1" mode="voice" cta-title="Ask &quot;us&quot; &amp; &lt;them>" voice-show-transcript>`,
    );
  });

  it("leaves out what a widget of its mode does not have", () => {
    const options = { mode: "voice", chatFirstMessage: "Hello", voiceShowTranscript: true };
    expect(snippetOf({ ...PARTS, options })).not.toContain("chat-first-message");
    expect(snippetOf({ ...PARTS, options: { ...options, mode: "chat" } })).not.toContain("voice-show-transcript");
  });

  it("leaves out what reads like the default", () => {
    expect(snippetOf({ ...PARTS, options: { startButtonText: "Start", mode: "chat" } })).toBe(snippetOf(PARTS));
  });

  it("names a squad or a workflow in its place", () => {
    expect(snippetOf({ ...PARTS, target: { squadId: "s-1" } })).toContain(`public-key="cw_public_k" squad-id="s-1"`);
    expect(snippetOf({ ...PARTS, target: { workflowId: "w-1" } })).toContain(`public-key="cw_public_k" workflow-id="w-1"`);
  });

  it("says where the token goes while there is none", () => {
    expect(snippetOf({ ...PARTS, publicKey: undefined })).toContain(`public-key="YOUR_PUBLIC_TOKEN"`);
  });
});

it("tells the policy that the documents tell", () => {
  const page = readFileSync(new URL("../../../../../docs/widget.md", import.meta.url), "utf8");
  expect(page).toContain(policyOf("https://voice.example.com"));
});
