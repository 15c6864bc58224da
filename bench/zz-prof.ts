import { makeClient } from './support/client.ts'
import { closedLoop } from './support/load.ts'
import { openSender } from './support/opens.ts'
import { setStage } from './support/stage.ts'
import { execFileSync, spawn } from 'node:child_process'
const inFlight = Number(process.argv[2] ?? 64), seconds = Number(process.argv[3] ?? 6)
const stage = await setStage()
try {
const client = makeClient(stage.service.url, inFlight)
const send = openSender(client, await stage.enter('aurum', 512), inFlight)
await closedLoop(inFlight, 4, send)
await stage.analyze()
await closedLoop(inFlight, 4, send)
await stage.service.ask('meter')
const perf = process.argv[4] ? spawn('perf', ['record', '-q', '-F', '999', '-g', '-o', '/tmp/p/perf.data', '-p', execFileSync('pgrep', ['-d,', '-P', String(stage.databasePid)]).toString().trim(), '--', 'sleep', String(seconds - 1)], { stdio: 'inherit' }) : null
const sample = await closedLoop(inFlight, seconds, send)
const reading: any = await stage.service.ask('reading')
if (perf && perf.exitCode === null) await new Promise((r) => perf.on('exit', r))
const p = reading.profile
const self = new Map<string, number>(); const total = new Map<string, number>()
const byId = new Map(p.nodes.map((n: any) => [n.id, n])); const parent = new Map<number, number>()
for (const n of p.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const key = (n: any) => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.replace(/.*(node_modules|wt\/lane)\//, '')}:${n.callFrame.lineNumber + 1}`
for (const s of p.samples) {
  let n: any = byId.get(s); self.set(key(n), (self.get(key(n)) ?? 0) + 1)
  const seen = new Set<string>()
  for (let id: any = s; id !== undefined; id = parent.get(id)) { const k = key(byId.get(id)); if (!seen.has(k)) { seen.add(k); total.set(k, (total.get(k) ?? 0) + 1) } }
}
const N = p.samples.length
const print = (m: Map<string, number>, n: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, n).forEach(([k, c]) => console.log((100 * c / N).toFixed(1).padStart(6), k))
console.log('opens', sample.requestCount, 'per second', sample.requestCount / seconds, 'faults', (sample as any).faults)
console.log('round trips', reading.roundTrips / sample.requestCount)
console.log('SELF'); print(self, 70); console.log('TOTAL'); print(total, 110)
for (const [t, c, ms] of reading.statements.sort((a: any, b: any) => b[2] - a[2]).slice(0, 60)) console.log((c / sample.requestCount).toFixed(3), (ms / sample.requestCount).toFixed(3), t.replace(/\s+/g, ' ').slice(0, 110))
await client.close()
} finally { await stage.close() }
