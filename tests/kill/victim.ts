import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Limits, PointName } from '@coffer/service/kernel'
import { freePorts } from '../support/ports.ts'
import { compiledPrograms } from '../support/programs.ts'
import type { World } from '../support/world.ts'
import { Part } from './part.ts'
import type { ServiceProcessOptions } from './service-process.ts'

type VictimOptions = {
  aheadMs?: number
  jobs?: boolean
  limits?: Partial<Limits>
  /** It dies when it passes the point for the so many-th time; the first when left out. */
  passage?: number
  /** Told of what it says. */
  heard?: Part['heard']
}

const DEATH_MS = 200_000

/** Starts processes of a test world that die at a named point. */
export type Gallows = {
  /** Starts a process that dies when it passes the point, sends it what makes it pass, and waits for its end. */
  execute(point: PointName, options: VictimOptions, act: (url: string) => unknown): Promise<void>
  remove(): void
}

/** `usualLimits` apply to every process; `execute` may override them. */
export async function buildGallows(world: World, usualLimits: Partial<Limits> = {}): Promise<Gallows> {
  const [port = 0] = await freePorts(1)
  const programs = await compiledPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'coffer-victims-'))
  const { config } = world.service.ctx
  const env = {
    COFFER_ENV: 'test',
    PORT: String(port),
    COFFER_BASE_URL: world.baseUrl,
    DATABASE_URL: world.databaseUrl,
    COFFER_DATA_DIR: config.dataDir,
    COFFER_MASTER_KEY: config.masterKey!.reveal().toString('hex'),
    COFFER_LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  return {
    execute: async (point, { aheadMs = 0, jobs = false, limits = {}, passage = 1, heard }, act) => {
      const options: ServiceProcessOptions = {
        clockMs: world.clock.now().getTime() + aheadMs,
        jobs,
        limits: { ...usualLimits, ...limits },
        crash: { point, passage },
      }
      const own = { ...env, SERVICE_PROCESS: JSON.stringify(options) }
      const victim = new Part({
        name: 'victim',
        entry: programs.pathOf('service'),
        env: own,
        logFile: join(folder, 'log'),
      })
      if (heard) victim.heard = heard
      try {
        if (await victim.tryToStart()) await act(`http://127.0.0.1:${port}`)
        const survived = await Promise.race([victim.ended(), sleep(DEATH_MS, true, { ref: false })])
        if (survived) throw new Error(`no process passed ${point}`)
      } finally {
        await victim.kill()
      }
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
      programs.remove()
    },
  }
}
