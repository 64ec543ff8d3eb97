/** A class that a component uses from a CSS module must exist there: TypeScript does not check it. */
import path from "node:path";

const IMPORT = /^import (\w+) from "(\.[^"]+\.module\.css)";$/gm;
const classesOf = (css) => new Set([...css.matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name]) => name));

export function checkStyles(files, read) {
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = read(file);
      return [...text.matchAll(IMPORT)].flatMap(([line, name, from]) => {
        const known = classesOf(read(path.posix.join(path.posix.dirname(file), from)));
        const used = text.replace(line, "").matchAll(new RegExp(`(?<![\\w/.-])${name}\\.(\\w+)`, "g"));
        return [...new Set([...used].map(([, used]) => used))]
          .filter((used) => !known.has(used))
          .map((used) => `${file}: '${name}.${used}' is no class of ${from}.`);
      });
    });
}
