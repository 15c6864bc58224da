import { access } from 'node:fs/promises'
import { join } from 'node:path'

const PROJECT_DIR = join(import.meta.dirname, '../../../..')

/** What builds the pages, for whoever finds one missing. */
export const BUILD_COMMAND = 'npm run build'

/** Each page that has to be built, by the address where it is served: the folder that it is built into, and its file. */
export const BUILT_PAGES = {
  '/play': { folder: join(PROJECT_DIR, 'apps/game/dist'), file: 'index.html' },
  '/kyc': { folder: join(PROJECT_DIR, 'apps/kyc/dist'), file: 'index.html' },
  '/admin': { folder: join(PROJECT_DIR, 'apps/admin/dist'), file: 'index.html' },
  '/fairness/verify': { folder: join(PROJECT_DIR, 'packages/fairness/dist'), file: 'verify.html' },
} as const

export type BuiltPath = keyof typeof BUILT_PAGES

/** False as long as it was never built. */
export async function isBuilt(path: BuiltPath): Promise<boolean> {
  const { folder, file } = BUILT_PAGES[path]
  return access(join(folder, file)).then(
    () => true,
    () => false,
  )
}

/** Which pages were never built, and what builds them; null when all of them are. */
export async function unbuiltWords(): Promise<string | null> {
  const paths = Object.keys(BUILT_PAGES) as BuiltPath[]
  const built = await Promise.all(paths.map(isBuilt))
  const missing = paths.filter((_, index) => !built[index])
  return missing.length === 0 ? null : `${missing.join(', ')} not built: run ${BUILD_COMMAND}`
}
