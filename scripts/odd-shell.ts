import { spawnSync } from 'node:child_process'
import { PROJECT_DIR } from './run/program.ts'

/**
 * `npm run odd-shell [FILE…]`: the tests, all of them or some files, from a shell that somebody uses for other things. Whatever is exported there
 * must not reach a test: two processes would want one port, or a test would find a database that is in use.
 */
const ODD = {
  PORT: '4000',
  METRICS_PORT: '9464',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  COFFER_ENV: 'production',
  COFFER_MASTER_KEY: '0'.repeat(64),
  NODE_OPTIONS: '--max-http-header-size=8192',
  NODE_ENV: 'production',
  LANG: 'tr_TR.UTF-8',
  TZ: 'Pacific/Kiritimati',
}

const files = process.argv.slice(2)
const command = files.length === 0 ? ['test'] : ['run', 't', '--', ...files]
const { status } = spawnSync('npm', command, { cwd: PROJECT_DIR, env: { ...process.env, ...ODD }, stdio: 'inherit' })
process.exitCode = status ?? 1
