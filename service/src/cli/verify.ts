import { draw, type Verification, verifyRound } from '@coffer/fairness'
import { z } from 'zod'
import type { Command } from './command.ts'
import { readJsonFile } from './options.ts'
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
    .argument('[proof]', 'a file with a proof as JSON, - for standard input, or the id of a round (rnd_…) with --url')
    .option('--url <url>', 'base address of the service that has the round')
    .option('--round <publicId>')
    .option('--vectors <file>', 'replay a file of draw vectors instead')
    .action(async (given: string | undefined, options: VerifyOptions, command: Command) => {
      if (options.vectors !== undefined) return replay(await readJsonFile(options.vectors), command)
      const proof = await proofOf(given, options)
      const result = verifyRound(proof)
      say(command, result, words(result))
      command.terminal.exitCode = result.ok ? 0 : 1
    })
}

const ROUND_ID = /^rnd_[0-9a-z]+$/

type VerifyOptions = { url?: string; round?: string; vectors?: string }

/** Draws every vector of the published file again with this very code. */
function replay(file: unknown, command: Command): void {
  const { vectors } = vectorFile.parse(file)
  const wrong = vectors.filter((vector) => {
    const { serverSeed, clientSeed, nonce, reelIndex, totalUnits: total } = vector
    return draw({ serverSeed, clientSeed, nonce, reelIndex, total }) !== vector.rawDraw
  })
  say(
    command,
    { vectors: vectors.length, wrong },
    `${vectors.length - wrong.length} of ${vectors.length} vectors hold.`,
  )
  command.terminal.exitCode = wrong.length === 0 ? 0 : 1
}

const vectorFile = z.object({
  vectors: z.array(
    z.object({
      serverSeed: z.string(),
      clientSeed: z.string(),
      nonce: z.int(),
      reelIndex: z.int(),
      totalUnits: z.int(),
      rawDraw: z.int(),
    }),
  ),
})

function proofOf(given: string | undefined, { url, round }: VerifyOptions): Promise<unknown> {
  if (given === undefined) return fetchProof(url, round)
  return ROUND_ID.test(given) ? fetchProof(url, given) : readJsonFile(given)
}

async function fetchProof(url: string | undefined, round: string | undefined): Promise<unknown> {
  if (!url || !round) throw new UserError('Give a file with a proof, or the id of a round and --url.')
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
