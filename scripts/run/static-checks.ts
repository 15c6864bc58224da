import { installed, runQuietly } from './program.ts'

const TYPES = ['tsconfig.json', 'tsconfig.web.json', 'tsconfig.page.json']

/** Types of all worlds, lint and format, all at once. Prints a line each, and the output of what failed. */
export async function runStaticChecks(): Promise<boolean> {
  const checks = [
    ...TYPES.map((config) => ({ name: `types (${config})`, program: 'tsc', args: ['--noEmit', '-p', config] })),
    { name: 'lint and format', program: 'biome', args: ['check', '--error-on-warnings'] },
  ]
  const results = await Promise.all(checks.map((check) => runCheck(check.name, installed(check.program), check.args)))
  return results.every(Boolean)
}

async function runCheck(name: string, program: string, args: readonly string[]): Promise<boolean> {
  const ended = await runQuietly(program, args)
  console.log(`${ended.ok ? '✔' : '✖'} ${name} (${ended.seconds.toFixed(1)} s)`)
  if (!ended.ok) console.log(ended.output.trimEnd())
  return ended.ok
}
