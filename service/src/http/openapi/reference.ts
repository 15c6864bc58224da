import { ERROR_CODES, ERRORS, type ErrorCode } from '@coffer/contract/errors'
import { buildOpenApi } from './build.ts'

/** The base address that stands in documents which belong to no deployment. */
const EXAMPLE_URL = 'https://boxes.example'

/** Documents made from the tables that the service runs on: file name in `docs/reference` → text. */
export function referenceFiles(): Record<string, string> {
  return { 'openapi.json': `${JSON.stringify(buildOpenApi(EXAMPLE_URL), null, 2)}\n`, 'errors.md': errorTable() }
}

function errorTable(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, message, next, retry } = ERRORS[code as ErrorCode]
    return `| \`${code}\` | ${status} | ${message} | ${next} | ${retry} |`
  })
  const head = ['# Error codes', '', '| Code | Status | Meaning | What to do | Retry |', '|---|---|---|---|---|']
  return `${[...head, ...rows].join('\n')}\n`
}
