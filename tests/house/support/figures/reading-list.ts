import type { SourceFile } from '../source-tree.ts'

const HEADING = '## One open, read in order'

/** The files that the list in ARCHITECTURE.md names, each once; null where there is no such list. */
export function readingList(tree: readonly SourceFile[]): string[] | null {
  const text = tree.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? ''
  const [, list] = text.split(`${HEADING}\n`)
  if (list === undefined) return null
  const section = list.split('\n## ')[0] as string
  const named = section.split('\n').flatMap((line) => line.match(/^\d+\. .*?`([\w./-]+\.(?:ts|sql))`/)?.[1] ?? [])
  return [...new Set(named)]
}
