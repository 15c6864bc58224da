import { join } from 'node:path'
import { buildWebApps } from '../../scripts/build/web-apps.ts'
import { packagedBrowser } from './packaged-browser.ts'
import { compilePrograms } from './programs.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const projectDir = join(import.meta.dirname, '../..')
let cluster: TestCluster | undefined
let programs: { remove(): void } | undefined

/**
 * Runs once, in the process that runs the test files; they inherit its environment. A whole run starts programs so often that it is worth
 * compiling them.
 */
export async function globalSetup(isWhole = false): Promise<void> {
  cluster = await startTestCluster(projectDir)
  process.env.TEST_DATABASE_URL = cluster.url
  process.env.TEST_DATABASE_TEMPLATE = cluster.template
  await buildWebApps(projectDir)
  if (isWhole) {
    const compiled = await compilePrograms()
    programs = compiled
    process.env.TEST_PROGRAMS = compiled.folder
  }
  if (process.env.CHROMIUM_PATH === undefined) await packagedBrowser()
}

/** May be called twice when the run is interrupted. */
export async function globalTeardown(): Promise<void> {
  programs?.remove()
  programs = undefined
  const ending = cluster
  cluster = undefined
  await ending?.remove()
}
