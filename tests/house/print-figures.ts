import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareEnvironment } from '../support/bare-environment.ts'
import { type Figure, type FigureName, figuresOf } from './support/figures/figures.ts'
import { FIGURES } from './support/figures/table.ts'
import { PROJECT_DIR, readTree, type SourceFile } from './support/source-tree.ts'

/**
 * `npm run house`: how the code of the service is cut, as numbers. `--against d9f1b57` puts those of a commit beside them,
 * `--list oneImporter` prints what a figure was counted from.
 */
const { against, list } = parseArgs({ options: { against: { type: 'string' }, list: { type: 'string' } } }).values
const now = figuresOf(readTree(PROJECT_DIR))
if (list !== undefined) printCounted(list)
else printTable(against === undefined ? undefined : figuresOf(treeOf(against)))

/** The files of a commit, as git keeps them. */
function treeOf(revision: string): readonly SourceFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-house-'))
  try {
    const archive = join(folder, 'tree.tar')
    execFileSync('git', ['archive', '--output', archive, revision], { cwd: PROJECT_DIR, env: bareEnvironment() })
    execFileSync('tar', ['-xf', archive, '-C', folder], { env: bareEnvironment() })
    rmSync(archive)
    return readTree(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function printTable(before: Record<FigureName, Figure> | undefined): void {
  const names = Object.keys(FIGURES) as FigureName[]
  const head = ['', ...(before ? [against as string] : []), 'now', 'wanted', 'name']
  const rows = names.map((name) => [
    FIGURES[name].what,
    ...(before ? [shown(name, before[name])] : []),
    shown(name, now[name]),
    FIGURES[name].wanted,
    name,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] as string).length)))
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '))
}

function shown(name: FigureName, { value }: Figure): string {
  if (value === null) return '–'
  return FIGURES[name].unit === '%' ? `${value.toFixed(1)} %` : String(value)
}

function printCounted(name: string): void {
  if (!Object.hasOwn(FIGURES, name)) throw new Error(`A figure is one of ${Object.keys(FIGURES).join(', ')}`)
  for (const one of now[name as FigureName].counted) console.log(one)
}
