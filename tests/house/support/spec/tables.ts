import { ERRORS } from '@coffer/contract/errors'
import { EVENT_PAYLOADS } from '@coffer/contract/events'
import { walletKey } from '@coffer/contract/keys'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { LIMITS } from '@coffer/service/kernel'
import type { SourceFile } from '../source-tree.ts'
import { settingsTable } from './settings.ts'
import { statesTable } from './states.ts'
import { table } from './table.ts'

/** The parts of the law books that are written from what the service runs on, by the name that their markers have. */
export function writtenParts(files: readonly SourceFile[]): Readonly<Record<string, string>> {
  return {
    errors: errorsTable(),
    events: eventsTable(),
    limits: limitsTable(),
    routes: routesTable(),
    settings: settingsTable(),
    states: statesTable(files),
    'wallet-keys': walletKeysTable(),
  }
}

const MARKED = /(<!-- written: ([a-z-]+) -->\n)[\s\S]*?(<!-- \/written -->)/g

/** A book with each marked part as it has to be. */
export function rewritten(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(MARKED, (_, begin: string, name: string, end: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`No part of the books is called ${name}`)
    return `${begin}\n${part}\n\n${end}`
  })
}

function errorsTable(): string {
  return table(
    ['code', 'HTTP', 'Meaning'],
    Object.entries(ERRORS).map(([code, { status, message }]) => [`\`${code}\``, String(status), message]),
  )
}

function eventsTable(): string {
  return table(
    ['type', 'Fields of `payload`'],
    Object.entries(EVENT_PAYLOADS).map(([type, { shape }]) => [
      `\`${type}\``,
      Object.keys(shape)
        .map((field) => `\`${field}\``)
        .join(', '),
    ]),
  )
}

function limitsTable(): string {
  return table(
    ['Limit', 'Value'],
    Object.entries(LIMITS).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en-US')]),
  )
}

function routesTable(): string {
  const routes: Route[] = [playRoutes, s2sRoutes, publicRoutes].flatMap((one) => Object.values<Route>(one))
  return table(
    ['Method', 'Path', 'What it does'],
    routes.map(({ method, path, summary }) => [method, path.replace(/:(\w+)/g, '{$1}'), summary]),
  )
}

function walletKeysTable(): string {
  return table(
    ['Key of a wallet call', 'Shape'],
    Object.entries(walletKey).map(([name, shape]) => {
      const [, parameter = ''] = String(shape).match(/^\((\w+)/) ?? []
      return [`\`${name}\``, `\`${shape(`<${parameter}>` as never)}\``]
    }),
  )
}
