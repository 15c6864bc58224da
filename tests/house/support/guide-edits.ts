/** What a guide says in its `diff` blocks is to be done to files, each with what it makes of the file's text. */
export type GuideEdits = {
  edits: ReadonlyMap<string, (text: string) => string>
  /** Every file that the guide names in a list, new and old. */
  named: readonly string[]
}

/**
 * Reads the `diff` blocks of a guide. The first line of a block names a file, `--- path`; `@@` stands between two places in it. Lines that stay
 * and lines that go must be found in the file exactly once.
 */
export function guideOf(markdown: string): GuideEdits {
  const blocks = [...markdown.matchAll(/^```diff\n--- (\S+)\n([\s\S]*?)^```$/gm)]
  const edits = blocks.map(([, path = '', body = '']) => [path, (text: string) => edited(path, text, body)] as const)
  const named = [...markdown.matchAll(/^\|\s*\d+\s*\| `([^`]+)`/gm)].map(([, path = '']) => path)
  return { edits: new Map(edits), named }
}

function edited(path: string, text: string, body: string): string {
  return body.split(/^@@\n/m).reduce((before, place) => {
    const lines = place.replace(/\n$/, '').split('\n')
    const said = (sign: string) =>
      lines
        .filter((line) => line === '' || line[0] === ' ' || line[0] === sign)
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const [old, made] = [said('-'), said('+')]
    const found = before.split(old).length - 1
    if (found !== 1) throw new Error(`${path} has these lines ${found} times, and not once:\n${old}`)
    return before.replace(old, () => made)
  }, text)
}
