import type { adminRoutes } from '@coffer/contract/admin'
import type { ErrorCode } from '@coffer/contract/errors'
import type { kycPageRoutes } from '@coffer/contract/kyc'
import type { playRoutes } from '@coffer/contract/play'
import type { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import type { s2sRoutes } from '@coffer/contract/s2s'
import type { ZodType, z } from 'zod'
import type { KycBrowser } from '../kyc/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import type { Session } from '../sessions/index.ts'
import type { StaffSession } from '../staff/index.ts'
import type { Visitor } from './authenticate-player.ts'

/** What a handler answers. The server checks it against the contract, and completes `error` with words and the request id. */
export type HttpAnswer = {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** A body with an error that the server completes. */
export type ErrorBody = { error: { code: ErrorCode } & Record<string, unknown> } & Record<string, unknown>

export const ok = (body: unknown): HttpAnswer => ({ status: 200, body })
export const created = (body: unknown): HttpAnswer => ({ status: 201, body })
/** A photo of a person: nothing keeps it, no page of another site can show it, and it can do nothing if it is opened by itself. */
export const okImage = (jpeg: Buffer): HttpAnswer => ({
  status: 200,
  body: jpeg,
  headers: {
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  },
})
export const noContent = (): HttpAnswer => ({ status: 204, body: null })

type Read<Schema> = Schema extends ZodType ? z.output<Schema> : undefined
/** The body of a route that takes an image is its bytes. */
type Body<R extends Route> = R extends { readonly receives: 'image' } ? Buffer : Part<R, 'body'>
type Part<R, Name extends string> = R extends { readonly [key in Name]: infer Schema } ? Read<Schema> : undefined

/** Validated parts of a request, as the route's schemas read them. */
export type Input<R extends Route> = { params: Part<R, 'params'>; query: Part<R, 'query'>; body: Body<R> }

/** Player routes that find their own way to a session. */
export type UnauthenticatedPlayRoute = 'initSession' | 'logout'

export type PlayHandler<Name extends keyof typeof playRoutes> = (
  ctx: Context,
  session: Session,
  input: Input<(typeof playRoutes)[Name]>,
) => Promise<HttpAnswer>

export type OpenPlayHandler<Name extends UnauthenticatedPlayRoute> = (
  ctx: Context,
  visitor: Visitor,
  input: Input<(typeof playRoutes)[Name]>,
) => Promise<HttpAnswer>

export type S2sHandler<Name extends keyof typeof s2sRoutes> = (
  ctx: Context,
  caller: { operator: Operator; scopes: readonly string[]; keyId: string },
  input: Input<(typeof s2sRoutes)[Name]>,
) => Promise<HttpAnswer>

export type PublicHandler<Name extends keyof typeof publicRoutes> = (
  ctx: Context,
  input: Input<(typeof publicRoutes)[Name]>,
) => Promise<HttpAnswer>

export type KycPageHandler<Name extends keyof typeof kycPageRoutes> = (
  ctx: Context,
  browser: KycBrowser,
  input: Input<(typeof kycPageRoutes)[Name]>,
) => Promise<HttpAnswer>

/** The one route of staff that has no session yet. */
export type UnauthenticatedAdminRoute = 'signIn'

export type OpenAdminHandler<Name extends UnauthenticatedAdminRoute> = (
  ctx: Context,
  session: null,
  input: Input<(typeof adminRoutes)[Name]>,
) => Promise<HttpAnswer>

export type AdminHandler<Name extends Exclude<keyof typeof adminRoutes, UnauthenticatedAdminRoute>> = (
  ctx: Context,
  session: StaffSession,
  input: Input<(typeof adminRoutes)[Name]>,
) => Promise<HttpAnswer>
