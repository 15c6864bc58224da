import type { Profiler } from 'node:inspector/promises'

/** What a piece of code is there for, by the file that it stands in. The first rule that fits decides. */
const PARTS: readonly [part: string, file: RegExp][] = [
  ['database driver', /node_modules\/(pg|pg-pool|pg-protocol|pg-types|pg-connection-string|postgres-\w+|split2)\//],
  ['query builder', /node_modules\/kysely\//],
  ['schemas (zod)', /node_modules\/zod\/|packages\/contract\//],
  ['wallet client', /node_modules\/undici\/|http-client-undici|outbound-guard/],
  [
    'HTTP server',
    /node_modules\/(fastify|find-my-way|light-my-request|@fastify|avvio|fast-|secure-json|@pinojs)|node:_?http|http-server\.ts/,
  ],
  ['log', /node_modules\/(pino|sonic-boom|thread-stream|pino-\w+)\//],
  ['crypto', /node:internal\/crypto|packages\/fairness\/|sealing\.ts|platform\/signing\.ts/],
  ['our code', /service\/src\//],
  ['the meter', /bench\/processes\//],
  ['sockets and streams', /node:(net|stream|internal\/(stream|streams|net|dns))/],
  ['event loop', /node:/],
]

const SPECIAL: Readonly<Record<string, string>> = {
  '(idle)': 'idle',
  '(garbage collector)': 'garbage collector',
  '(program)': 'native code (system calls, JSON, hashing)',
}

/** Shares of the samples by part, largest first; they sum to 1. What runs in the engine itself counts to whoever called it. */
export function sharesOf({ nodes, samples = [] }: Profiler.Profile): [part: string, share: number][] {
  const partOf = new Map<number, string>()
  const visit = (id: number, above: string) => {
    const node = byId.get(id)!
    const part = partOfFrame(node.callFrame) ?? above
    partOf.set(id, part)
    for (const child of node.children ?? []) visit(child, part)
  }
  const byId = new Map(nodes.map((node) => [node.id, node]))
  visit(nodes[0]!.id, 'event loop')
  const counts = new Map<string, number>()
  for (const sample of samples) {
    const part = partOf.get(sample)!
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return [...counts]
    .map(([part, count]): [string, number] => [part, count / samples.length])
    .sort((a, b) => b[1] - a[1])
}

function partOfFrame({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (url === '') return SPECIAL[functionName]
  return PARTS.find(([, file]) => file.test(url))?.[0]
}
