import { installed, runQuietly } from './program.ts'
import { startProgress } from './progress.ts'

const TYPES = ['tsconfig.json', 'tsconfig.web.json', 'tsconfig.admin.json', 'tsconfig.page.json']

/** Checks types, lint and format concurrently. Prints a line each, and the output of what failed. */
export async function runStaticChecks(): Promise<boolean> {
  const checks = [
    ...TYPES.map((config) => ({ name: `types (${config})`, program: 'tsc', args: ['--noEmit', '-p', config] })),
    { name: 'lint and format', program: 'biome', args: ['check', '--error-on-warnings'] },
  ]
  let endedCount = 0
  const progress = startProgress()
  progress.phase('checking types and lint', () => `${endedCount} of ${checks.length} checks ended`)
  const results = await Promise.all(
    checks.map(async (check) => {
      const isSound = await runCheck(check.name, installed(check.program), check.args)
      endedCount += 1
      return isSound
    }),
  )
  progress.end()
  return results.every(Boolean)
}

async function runCheck(name: string, program: string, args: readonly string[]): Promise<boolean> {
  const ended = await runQuietly(program, args)
  console.log(`${ended.ok ? '✔' : '✖'} ${name} (${ended.seconds.toFixed(1)} s)`)
  if (!ended.ok) console.log(ended.output.trimEnd())
  return ended.ok
}
