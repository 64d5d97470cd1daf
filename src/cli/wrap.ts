/** Breaks a text at blanks so that it fits; what has no blank is left as long as it is. */
export function wrap(text: string, columns: number | null): readonly string[] {
  return text.split('\n').flatMap((line) => (columns === null ? [line] : broken(line, columns)));
}

function broken(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const before = rest.lastIndexOf(' ', columns);
    const at = before > 0 ? before : rest.indexOf(' ', columns);
    if (at < 0) break;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...lines, rest];
}
