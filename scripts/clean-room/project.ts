import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_DIR } from '../run/program.ts'

/** Puts the project into a room: the last commit as a clone, or the files as they stand. */
export function copyProject(target: string, workingTree: boolean): void {
  if (!workingTree) {
    git('clone', '--quiet', '--no-hardlinks', '--depth', '1', `file://${PROJECT_DIR}`, target)
    return
  }
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
  for (const file of files) {
    mkdirSync(join(target, dirname(file)), { recursive: true })
    cpSync(join(PROJECT_DIR, file), join(target, file), { verbatimSymlinks: true })
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT_DIR, encoding: 'utf8', maxBuffer: 100_000_000 })
}
