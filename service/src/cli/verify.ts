import { type Verification, verifyRound } from '@coffer/fairness'
import type { Command } from 'commander'
import { readJsonFile } from './read-json-file.ts'
import { say, UserError } from './say.ts'

const VERDICT: Readonly<Record<Verification['status'], string>> = {
  verified: 'Verified: the round was drawn as promised.',
  unrevealed: 'Everything that can be checked holds. The server seed is still secret: rotate it, then verify again.',
  failed: 'Not verified.',
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('draw a settled round again from its public proof; ends with 0 only when it is verified')
    .argument('[file]', 'a proof as JSON; - is standard input')
    .option('--url <url>', 'base address of the service that has the round')
    .option('--round <publicId>')
    .action(async (file: string | undefined, options: { url?: string; round?: string }, command: Command) => {
      const proof = file === undefined ? await fetchProof(options) : await readJsonFile(file)
      const result = verifyRound(proof)
      say(command, result, words(result))
      process.exitCode = result.ok ? 0 : 1
    })
}

async function fetchProof({ url, round }: { url?: string; round?: string }): Promise<unknown> {
  if (!url || !round) throw new UserError('Give a proof file, or --url and --round.')
  const address = `${url.replace(/\/+$/, '')}/fairness/rounds/${encodeURIComponent(round)}`
  const response = await fetch(address).catch(() => {
    throw new UserError(`${address} does not answer.`)
  })
  if (!response.ok) throw new UserError(`${address} answers ${response.status}.`)
  return response.json()
}

function words(result: Verification): string {
  const lines = result.checks.map(
    ({ ok, name, expected, actual }) =>
      `${ok ? '✓' : '✗'} ${name}${ok ? '' : `: expected ${expected}, found ${actual}`}`,
  )
  return [...lines, VERDICT[result.status]].join('\n')
}
