/** The error message for an outdated Node, or nothing. */
export function nodeTooOld(version, least = [20, 19]) {
  const [major, minor] = version.split(".").map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return undefined;
  return `Callwright needs Node ${least.join(".")} or newer, and this is Node ${version}: install a current one from nodejs.org.`;
}
