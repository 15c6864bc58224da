import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreRules } from './ignore-rules.ts'

/** A file of the project: its path from the root of the project, with `/`, and its text; what is no text is empty. */
export type SourceFile = { readonly path: string; readonly text: string }

export const PROJECT_DIR = join(import.meta.dirname, '../../..')

const NEVER_OURS = new Set(['.git'])

let tree: readonly SourceFile[] | undefined

/** Every file that is, or could be, committed. Read from the disk and `.gitignore`, so that it needs no git. */
export function readSourceTree(): readonly SourceFile[] {
  tree ??= readTree(PROJECT_DIR)
  return tree
}

/** The same of a copy of the project that stands elsewhere. */
export function readTree(root: string): readonly SourceFile[] {
  return readFolder(root, '', ignoreRules(readFileSync(join(root, '.gitignore'), 'utf8')))
}

type IsIgnored = (path: string, isFolder: boolean) => boolean

function readFolder(root: string, folder: string, isIgnored: IsIgnored): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (NEVER_OURS.has(entry.name) || isIgnored(path, entry.isDirectory())) return []
      if (entry.isDirectory()) return readFolder(root, path, isIgnored)
      return [{ path, text: readText(join(root, path)) }]
    })
}

function readText(path: string): string {
  const bytes = readFileSync(path)
  return bytes.includes(0) ? '' : bytes.toString('utf8')
}

/** A file of a tree that a test makes up. */
export function file(path: string, text: string): SourceFile {
  return { path, text }
}

/** Files of a game that only a copy of the project is given (`tests/house/a-new-game.proof.ts`): they are of no workspace here. */
export function isOfACopy({ path }: SourceFile): boolean {
  return path.startsWith('tests/coin/')
}

export function isTypeScript({ path }: SourceFile): boolean {
  return /\.tsx?$/.test(path)
}

export function isTest({ path }: SourceFile): boolean {
  return path.startsWith('tests/') || path.endsWith('.test.ts')
}

/** `path:line` of a place in a file. */
export function placeOf({ path, text }: SourceFile, offset: number): string {
  return `${path}:${text.slice(0, offset).split('\n').length}`
}
