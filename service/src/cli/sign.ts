import { readFile } from 'node:fs/promises'
import { canonicalEnvelope, readConfig, signEnvelope, systemClock, timestampOf } from '../platform/index.ts'
import type { Command, Terminal } from './command.ts'
import { besideDemo } from './demo-base-url.ts'
import { say, UserError } from './say.ts'

type Options = {
  secret?: string
  keyId: string
  method: string
  path: string
  body?: string
  bodyFile?: string
  timestamp?: string
  nonce?: string
  url?: string
}

export function addSign(program: Command): void {
  program
    .command('sign')
    .description('sign a request: the canonical string, the signature, and a curl line that sends it')
    .option('--secret <secret>', 'the key\u2019s secret; COFFER_KEY_SECRET when omitted')
    .option('--key-id <keyId>', 'sent as X-Key-Id', '<key id>')
    .option('--method <method>', 'HTTP method', 'GET')
    .option('--path <path>', 'request target with its query', '/api/s2s/health')
    .option('--body <text>', 'the body as it is sent')
    .option('--body-file <file>')
    .option('--timestamp <seconds>', 'unix seconds; now when omitted')
    .option('--nonce <nonce>', '16-64 of A-Z a-z 0-9 _ -')
    .option('--url <url>', 'base address for the curl line; the running service\u2019s when omitted')
    .action(async (options: Options, command: Command) => {
      const result = await signed(options, command.terminal)
      say(command, result, `${result.canonical}\n\n${result.signature}\n\n${result.curl}`)
    })
}

async function signed(options: Options, { env }: Terminal) {
  const secret = options.secret ?? env.COFFER_KEY_SECRET
  if (!secret) throw new UserError('Give the secret with --secret or in COFFER_KEY_SECRET.')
  const timestamp = options.timestamp ?? timestampOf(systemClock.now())
  const body = options.bodyFile === undefined ? Buffer.from(options.body ?? '') : await readFile(options.bodyFile)
  const { method, path, nonce } = options
  const envelope = { timestamp, method, path, body, nonce }
  const signature = signEnvelope({ ...envelope, secret })
  const headers = {
    'X-Key-Id': options.keyId,
    'X-Timestamp': timestamp,
    ...(nonce === undefined ? {} : { 'X-Nonce': nonce }),
    'X-Signature': signature,
  }
  return {
    canonical: canonicalEnvelope(envelope),
    signature,
    headers,
    curl: curlLine(options, headers, options.url ?? runningService(env)),
  }
}

/** As the other commands know it, see `besideDemo`. */
function runningService(env: NodeJS.ProcessEnv): string {
  return besideDemo(readConfig(env), env).baseUrl
}

function curlLine({ method, path, body, bodyFile }: Options, headers: Record<string, string>, url: string): string {
  const written = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = bodyFile === undefined ? body : `@${bodyFile}`
  const sent = data === undefined ? [] : ["-H 'Content-Type: application/json'", `--data-binary ${quoted(data)}`]
  return ['curl', `-X ${method.toUpperCase()}`, ...written, ...sent, quoted(url + path)].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
