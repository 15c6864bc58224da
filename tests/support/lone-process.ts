import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type ServiceOverrides, startService } from '@coffer/service'
import { readConfig } from '@coffer/service/platform'
import { readableLog } from './log-reader.ts'
import { PATIENT_LIMITS } from './patient-limits.ts'

/** One process of the service without a world around it: enough to ask at its doors. Ends with the test; a bug in its log fails it. */
export async function startLoneProcess(
  t: TestContext,
  databaseUrl: string,
  { environment = {}, limits = {}, ...overrides }: ServiceOverrides & { environment?: Record<string, string> } = {},
) {
  const { log, lines, assertNoErrors } = readableLog()
  const config = readConfig({
    ...{ COFFER_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl },
    ...{ COFFER_MASTER_KEY: 'ab'.repeat(32), COFFER_DATA_DIR: '/nowhere', ...environment },
  })
  const service = await startService(config, {
    ...{ migrate: false, jobs: false, log, ...overrides },
    limits: { ...PATIENT_LIMITS, ...limits },
  })
  t.after(async () => {
    await service.close()
    assertNoErrors()
  })
  /** Another stranger each time: one that was nobody's a moment ago is not looked up again. */
  const stranger = () => ({ authorization: `Bearer ps_${randomBytes(32).toString('base64url')}` })
  return {
    service,
    lines,
    warnings: () => lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg),
    call: (path: string) => fetch(service.url + path, { headers: stranger(), signal: AbortSignal.timeout(120_000) }),
  }
}

/** An address that looks into the database for whoever asks: 401, when it can. */
export const LOOKS = '/api/play/boxes'
