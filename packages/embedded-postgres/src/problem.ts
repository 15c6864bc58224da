import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A state of the machine that keeps something from starting. The message says in one line what it is and what to do. */
export class MachineProblem extends Error {
  override readonly name: string = 'MachineProblem'
}

/** What the file system says of a path, in words. */
const WORDS: Record<string, string> = {
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk whose share for this user is used up',
  ENOTDIR: 'lies below a file that is not a folder',
  EEXIST: 'is a file and not a folder',
  EISDIR: 'is a folder and not a file',
}

/** The problem behind a file that cannot be read or written; undefined for any other error. */
export function fileProblem(error: unknown): MachineProblem | undefined {
  const { code = '', path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (typeof path !== 'string') return undefined
  if (code === 'EACCES' || code === 'EPERM') return new MachineProblem(notAllowed(nearest(path)), { cause: error })
  if (WORDS[code] === undefined) return undefined
  const message = `${path} ${WORDS[code]}. Mend that and start again, or name another data folder: COFFER_DATA_DIR=FOLDER.`
  return new MachineProblem(message, { cause: error })
}

function notAllowed(path: string): string {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  const us = process.getuid?.()
  if (owner === us) return `${path} is closed to its own user. Open it: chmod u+rwX ${path}`
  return (
    `${path} belongs to user ${owner}, and this is user ${us}, who may not use it. Start as its owner, or in folders of this user ` +
    '(COFFER_DATA_DIR=FOLDER for the data).'
  )
}

/** The path, or the nearest folder above it that is there and can be seen. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}
