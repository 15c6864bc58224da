import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFolder, storedKeys } from './kyc.ts'
import type { World } from './world.ts'

/** What lies in the store for a request: the bytes of each photo, as a disk shows them. */
export function keptDocuments(world: World, requestId: number): { key: string; bytes: Buffer }[] {
  const folder = documentFolder(world)
  return storedKeys(world, requestId).map((key) => ({ key, bytes: readFileSync(join(folder, key)) }))
}

/** The disk that holds the store is away while this runs. */
export async function withoutDocuments<T>(world: World, work: () => Promise<T>): Promise<T> {
  const folder = documentFolder(world)
  const elsewhere = `${folder}-away`
  mkdirSync(folder, { recursive: true })
  renameSync(folder, elsewhere)
  writeFileSync(folder, '')
  try {
    return await work()
  } finally {
    rmSync(folder)
    renameSync(elsewhere, folder)
  }
}
