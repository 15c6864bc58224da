import { readdirSync, readFileSync } from 'node:fs'
import type { Stage } from './stage.ts'

/** CPU time used so far, in milliseconds; the database's is null where there is no /proc. */
export type CpuTimes = { service: number; bare: number; wallet: number; load: number; database: number | null }

const TICK_MS = 10

export async function readCpuTimes({ service, bare, wallet, databasePid }: Stage): Promise<CpuTimes> {
  const [ofService, ofBare, ofWallet] = await Promise.all(
    [service, bare, wallet].map((child) => child.ask<number>('cpuMs')),
  )
  const { user, system } = process.cpuUsage()
  const load = (user + system) / 1000
  return { service: ofService!, bare: ofBare!, wallet: ofWallet!, load, database: databaseMs(databasePid) }
}

/** The postmaster with its dead children, and every child that lives. */
function databaseMs(postmaster: number): number | null {
  const own = readStat(postmaster)
  if (own === null) return null
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return own.ownMs + own.deadChildrenMs + children.reduce((sum, child) => sum + (child?.ownMs ?? 0), 0)
}

function readStat(pid: number): { parent: number; ownMs: number; deadChildrenMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which stands in brackets and may hold anything: state, parent, … utime, stime, cutime, cstime.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (index: number) => Number(fields[index]) * TICK_MS
    return { parent: Number(fields[1]), ownMs: ticks(11) + ticks(12), deadChildrenMs: ticks(13) + ticks(14) }
  } catch {
    return null
  }
}

/** What was used between two moments. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  const database = before.database === null || after.database === null ? null : after.database - before.database
  return {
    service: after.service - before.service,
    bare: after.bare - before.bare,
    wallet: after.wallet - before.wallet,
    load: after.load - before.load,
    database,
  }
}
