import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../../scripts/run/program.ts'

const BLOCK = /^```ts\n([\s\S]*?)^```$/gm
const NAMED = /^\/\/ ([a-z-]+\.ts)\n/

/** The TypeScript of a document, by the file name that each block begins with. Throws for a block without one. */
export function samplesOf(document: string): Map<string, string> {
  const text = readFileSync(join(PROJECT_DIR, document), 'utf8')
  return new Map(
    [...text.matchAll(BLOCK)].map(([, block = '']) => {
      const name = NAMED.exec(block)?.[1]
      if (name === undefined) throw new Error(`${document}: a sample does not begin with its file name:\n${block}`)
      return [name, block]
    }),
  )
}

export function writeSamples(folder: string, samples: ReadonlyMap<string, string>): string[] {
  for (const [name, text] of samples) writeFileSync(join(folder, name), text)
  return [...samples.keys()]
}
