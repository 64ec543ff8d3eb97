import { expect, test } from "vitest";
import { htmlText } from "./html-text.ts";
import { splitText } from "./split-text.ts";

test("a page's text keeps headings, lists and tables, without what surrounds it", () => {
  const html = `<!doctype html><html><head><title>Shop</title><style>p{}</style></head><body>
    <nav>Home Prices</nav><header><h1>Our  <em>shop</em></h1></header>
    <h2>Returns</h2><p>Within 30&nbsp;days &amp; free.<br>Bring the receipt.</p>
    <ul><li>Shoes</li><li>Bags</li></ul>
    <table><tr><th>Day</th><th>Open</th></tr><tr><td>Monday</td><td>9 to 5</td></tr></table>
    <script>alert("no")</script><p hidden>secret</p><footer>Imprint</footer></body></html>`;
  const text = htmlText(html);
  expect(text).toBe(
    "# Our shop\n\n## Returns\n\nWithin 30 days & free.\nBring the receipt.\n\n- Shoes\n- Bags\n\nDay | Open\nMonday | 9 to 5",
  );
  expect([...splitText(text, { hasPages: false })].map(({ heading }) => heading)).toEqual(["Our shop › Returns"]);
});

test("of a page with a main part, only this part is read, unless it is empty", () => {
  expect(htmlText("<div>Menu</div><main><h1>Prices</h1>Ten euros.</main><p>Cookies")).toBe("# Prices\n\nTen euros.");
  expect(htmlText("<main></main><p>Ten euros.")).toBe("Ten euros.");
});

test("what is no good HTML is text all the same", () => {
  expect(htmlText("plain <b>text")).toBe("plain text");
  expect(htmlText("")).toBe("");
});
