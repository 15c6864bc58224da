import { cpus, loadavg, totalmem } from 'node:os'

/** Where and when something was measured. */
export type Machine = { date: string; cpu: string; cores: number; memoryGb: number; node: string; loadBefore: number }

export function readMachine(): Machine {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}
