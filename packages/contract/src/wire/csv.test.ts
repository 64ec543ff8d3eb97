import { expect, test } from "vitest";
import { csvRow } from "./csv.ts";

test.each([
  [[1, -0.5, "two", undefined, null, true], "1,-0.5,two,,,true\r\n"],
  [['say "hi"', "a,b", "line\nline"], '"say ""hi""","a,b","line\nline"\r\n'],
  [["=1+1", "+14155550123", "-2", "@a", "\tb"], "'=1+1,'+14155550123,'-2,'@a,'\tb\r\n"],
  [[{ a: "x" }, [1, 2]], '"{""a"":""x""}","[1,2]"\r\n'],
])("the row of %j", (values, row) => {
  expect(csvRow(values)).toBe(row);
});
