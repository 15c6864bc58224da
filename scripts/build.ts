import { buildWebApps } from './build/web-apps.ts'
import { PROJECT_DIR } from './run/program.ts'
import { wordsOf } from './start/problem.ts'

/** `npm run build`: every page that a browser loads, where its sources have changed. `coffer serve` is not ready without them. */
try {
  const built = await buildWebApps(PROJECT_DIR, (line) => console.log(line))
  console.log(built.length === 0 ? 'Every page is built already.' : 'Every page is built.')
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = 1
}
