/**
 * Reads the forms of `.gitignore` that this project uses: `name`, `name/`, `/path/from/root`, and `*` within a name.
 * Throws for any other form, so that the rules never look at less than they say.
 */
export function ignoreRules(text: string): (path: string, isFolder: boolean) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readRule)
  return (path, isFolder) => rules.some((rule) => (isFolder || !rule.foldersOnly) && rule.pattern.test(path))
}

function readRule(line: string): { pattern: RegExp; foldersOnly: boolean } {
  if (/^!|\*\*|[?[\]\\]/.test(line))
    throw new Error(`.gitignore holds a form that the house rules cannot read: ${line}`)
  const body = line.replace(/^\/|\/$/g, '')
  const rooted = line.startsWith('/') || body.includes('/')
  const source = body.replace(/[.+^${}()|]/g, '\\$&').replaceAll('*', '[^/]*')
  return { pattern: new RegExp(`${rooted ? '^' : '(^|/)'}${source}$`), foldersOnly: line.endsWith('/') }
}
