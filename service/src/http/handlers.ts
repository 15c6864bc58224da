import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import type { adminRoutes } from '@coffer/contract/admin'
import type { kycPageRoutes } from '@coffer/contract/kyc'
import type { PERMISSIONS, Permission } from '@coffer/contract/permissions'
import type { playRoutes } from '@coffer/contract/play'
import type { publicRoutes } from '@coffer/contract/public'
import type { PlatformRole } from '@coffer/contract/roles'
import type { AdminRoute, Route } from '@coffer/contract/route'
import type { s2sRoutes } from '@coffer/contract/s2s'
import { stringify } from 'csv-stringify'
import type { ZodType, z } from 'zod'
import type { ActionAnswer } from '../actions/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Context } from '../platform/index.ts'
import type { Session } from '../sessions/index.ts'
import type { Client, PlatformSession, StaffSession } from '../staff/index.ts'
import type { Backend, KycVisitor, Visitor } from './authenticate.ts'
import type { AskerOf } from './who.ts'

/** What a handler answers: what one of its route's successes holds, or what an action was answered with. */
export type HttpAnswer<R extends Route> = Success<R> | (R extends { readonly replays: true } ? AnsweredAction : never)

/** The same of a route whose types are no longer known. */
export type AnyAnswer = Success<Route> | AnsweredAction

/**
 * What an action was answered with, now or when it came first. That is a success or an error, and it may be JSON that an earlier version
 * has stored: nothing types it, and `sendAnswer` reads it by the contract.
 */
type AnsweredAction = { action: ActionAnswer }

type Success<R extends Route> = {
  [Status in keyof R['success'] & number]: Shown<Status, Sent<R['success'][Status]>>
}[keyof R['success'] & number]

/** A status with the body that belongs to it. */
export type Shown<Status extends number, Body> = { status: Status; body: Body; headers?: Record<string, string> }

/** The input of the contract's schema of a body; bytes for an image, a stream of text for a file. */
type Sent<Schema> = Schema extends ZodType
  ? z.input<Schema>
  : Schema extends 'image'
    ? Buffer
    : Schema extends 'csv' | 'json-file'
      ? Readable
      : null

export const ok = <Body>(body: Body): Shown<200, Body> => ({ status: 200, body })
export const created = <Body>(body: Body): Shown<201, Body> => ({ status: 201, body })
export const noContent = (): Shown<204, null> => ({ status: 204, body: null })
export const actionAnswer = (action: ActionAnswer): AnsweredAction => ({ action })

/** Says of an answer that it was given before. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'coffer-replayed': 'true' } : {}
}

/** A photo of a person: nothing keeps it, no page of another site can show it, and it can do nothing if it is opened by itself. */
export const okImage = (jpeg: Buffer): Shown<200, Buffer> => ({
  status: 200,
  body: jpeg,
  headers: {
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  },
})

/**
 * Rows as a CSV file in UTF-8 with a header of column names, and a byte order mark for spreadsheets. Texts of an array are separated by a
 * space; other objects are JSON. Text that a spreadsheet would run as a formula is preceded by an apostrophe.
 */
export function okCsv<Row extends object>(
  ctx: Context,
  { name, columns, rows }: { name: string; columns: readonly (keyof Row & string)[]; rows: AsyncIterable<Row> },
): Shown<200, Readable> {
  const table = stringify({
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: 'windows',
    cast: {
      string: harmless,
      boolean: String,
      object: (value) => harmless(isTexts(value) ? value.join(' ') : JSON.stringify(value)),
    },
  })
  return download(ctx, { name: `${name}.csv`, type: 'text/csv', source: rows, through: table })
}

/** JSON as a file. Sends each part when it is ready. */
export function okJsonFile(
  ctx: Context,
  { name, parts }: { name: string; parts: AsyncIterable<string> },
): Shown<200, Readable> {
  return download(ctx, { name: `${name}.json`, type: 'application/json', source: parts, through: new PassThrough() })
}

type Download = { name: string; type: string; source: AsyncIterable<unknown>; through: Transform }

/** A stream as a file. An error of either stream destroys both, and with them the connection: the browser reports an incomplete download. */
function download({ log }: Context, { name, type, source, through }: Download): Shown<200, Readable> {
  const body = pipeline(Readable.from(source), through, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error, name }, 'export failed')
  })
  return {
    status: 200,
    body,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Some spreadsheets split at a semicolon or a tab as well, and all run a cell that begins like this. */
const FORMULA = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

function harmless(text: string): string {
  return text.replace(FORMULA, "$1$2'")
}

type Read<Schema> = Schema extends ZodType ? z.output<Schema> : undefined
/** The body of a route that takes an image is its bytes. */
type Body<R extends Route> = R extends { readonly receives: 'image' } ? Buffer : Part<R, 'body'>
type Part<R, Name extends string> = R extends { readonly [key in Name]: infer Schema } ? Read<Schema> : undefined

/** Validated parts of a request, as the route's schemas read them. */
export type Input<R extends Route> = { params: Part<R, 'params'>; query: Part<R, 'query'>; body: Body<R> }

type Handler<R extends Route, Who> = (ctx: Context, who: Who, input: Input<R>) => Promise<HttpAnswer<R>>

type Play = typeof playRoutes
type S2s = typeof s2sRoutes
type Public = typeof publicRoutes
type Kyc = typeof kycPageRoutes
type Admin = typeof adminRoutes

/** One for each route of a surface; who asks is as the surface, and its route, find them. */
export type PlayHandlers = {
  [Name in keyof Play]: Handler<Play[Name], Play[Name] extends { readonly player: 'session' } ? Session : Visitor>
}
export type S2sHandlers = { [Name in keyof S2s]: Handler<S2s[Name], Backend & AskerOf<S2s[Name]>> }
export type PublicHandlers = { [Name in keyof Public]: Handler<Public[Name], null> }
export type KycHandlers = {
  [Name in keyof Kyc]: Handler<Kyc[Name], Name extends 'openKycLink' ? KycVisitor : KycBrowser>
}
export type AdminHandlers = { [Name in keyof Admin]: Handler<Admin[Name], StaffOf<Admin[Name]['access']>> }
type StaffOf<Access extends AdminRoute['access']> = Access extends 'anyone'
  ? Client
  : Access extends Permission
    ? SessionWith<Access>
    : StaffSession
type SessionWith<P extends Permission> = (typeof PERMISSIONS)[P][number] extends PlatformRole
  ? PlatformSession
  : StaffSession

/** One that serves the player and the backend alike: it takes the input of either, and its answer is right on both. */
type SharedHandlers = {
  [Name in keyof Play & keyof S2s]: (
    ctx: Context,
    who: AskerOf<S2s[Name]>,
    input: Input<Play[Name]> | Input<S2s[Name]>,
  ) => Promise<HttpAnswer<Play[Name]> & HttpAnswer<S2s[Name]>>
}

/** The handlers of one subject, by the surface that they serve. */
export type Subject = {
  both?: Partial<SharedHandlers>
  play?: Partial<PlayHandlers>
  s2s?: Partial<S2sHandlers>
  public?: Partial<PublicHandlers>
  kyc?: Partial<KycHandlers>
  admin?: Partial<AdminHandlers>
}
