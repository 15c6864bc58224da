import { join } from 'node:path'
import { buildWebApps } from '../../scripts/build/web-apps.ts'
import { packagedBrowser } from './packaged-browser.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const projectDir = join(import.meta.dirname, '../..')
let cluster: TestCluster | undefined

/** Runs once, in the process that runs the test files; they inherit its environment. */
export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster(projectDir)
  process.env.TEST_DATABASE_URL = cluster.url
  process.env.TEST_DATABASE_TEMPLATE = cluster.template
  await buildWebApps(projectDir)
  if (process.env.CHROMIUM_PATH === undefined) await packagedBrowser()
}

/** May be called twice when the run is interrupted. */
export async function globalTeardown(): Promise<void> {
  const ending = cluster
  cluster = undefined
  await ending?.remove()
}
