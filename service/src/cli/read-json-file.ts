import { readFile } from 'node:fs/promises'
import { UserError } from './say.ts'

/** Reads a JSON file; `-` is standard input. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(() => {
    throw new UserError(`${path} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError(`${path} is not JSON.`)
  }
}
