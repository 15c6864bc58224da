import { join } from 'node:path'
import { buildWebApps } from '../../scripts/build/web-apps.ts'
import { makeOneFile } from './one-file.ts'
import { packagedBrowser } from './packaged-browser.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const projectDir = join(import.meta.dirname, '../..')
let cluster: TestCluster | undefined
let coffer: { remove(): void } | undefined

/**
 * Runs once, in the process that runs the test files; they inherit its environment. A whole run calls `coffer` so often that it is worth
 * making one file of it.
 */
export async function globalSetup(isWhole = false): Promise<void> {
  cluster = await startTestCluster(projectDir)
  process.env.TEST_DATABASE_URL = cluster.url
  process.env.TEST_DATABASE_TEMPLATE = cluster.template
  await buildWebApps(projectDir)
  if (isWhole) {
    const made = await makeOneFile('service/src/cli/main.ts')
    coffer = made
    process.env.TEST_COFFER = made.path
  }
  if (process.env.CHROMIUM_PATH === undefined) await packagedBrowser()
}

/** May be called twice when the run is interrupted. */
export async function globalTeardown(): Promise<void> {
  coffer?.remove()
  coffer = undefined
  const ending = cluster
  cluster = undefined
  await ending?.remove()
}
