import type { ZodType } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** One endpoint as data: the service serves it, OpenAPI documents it, clients are typed from it. */
export type Route = {
  readonly method: 'GET' | 'POST'
  /** Path with `:name` parameters. */
  readonly path: string
  readonly summary: string
  /** How the player is found whom the request is about; left out where the route looks for none. */
  readonly player?: PlayerOf
  readonly params?: ZodType
  readonly query?: ZodType
  readonly body?: ZodType
  /** The body is an image, as bytes, in the place of JSON. */
  readonly receives?: 'image'
  /** The body may be larger than that of other routes, and may take longer to arrive. The caller is authenticated before it is read. */
  readonly upload?: 'photo' | 'picture' | 'valueFile'
  /** Status and shape of success; `null` for an answer without a body, `image` for one that is an image, `csv` for a table and `json-file` for JSON, each as a file. */
  readonly success: { readonly [status: number]: ZodType | null | 'image' | 'csv' | 'json-file' }
  /** The first request of an action answers every repeat of it: its answer, success or error, is stored and comes again. */
  readonly replays?: true
  /** It draws, or pays for, what a player opens or plays: it takes a token of the player's opens. */
  readonly opens?: true
  /** Refusals of this route beyond those that every route of its surface shares. */
  readonly refusals: readonly ErrorCode[]
}

/**
 * How a route finds its player. `session`: it is theirs. Of those that name one by `playerExternalId`: `made`: who is unheard of is made,
 * on first use. `orElse`: who is unheard of is refused with this code. `known`: nobody is found then, or when nobody is named.
 */
export type PlayerOf = 'session' | 'made' | 'known' | { readonly orElse: ErrorCode }

/**
 * What the same signed bytes find when they come again. `reads`: the route changes nothing, so they are answered. `by`: this id of the
 * caller's, in the path or the body, makes them one request: they get what the first one got, or hear that it is done. `refused`: nothing but the signature
 * tells them from a new request, so they are refused; so are they when the id of `by` may be left out, and is.
 */
export type Repeat = 'reads' | 'refused' | { readonly by: string }

/** A route of the backend API. One that could change something twice does not compile before it says what keeps it from that. */
export type SignedRoute = Route & ({ readonly method: 'GET' } | { readonly method: 'POST'; readonly repeat: Repeat })

/**
 * A route of the admin. One without `access` does not compile. `anyone` needs no session; `session` needs one; `staff` also needs an operator
 * that is not suspended; a permission also needs a role that has it. `reads`: a POST that changes nothing. Its input may be personal data, such as
 * a name that is searched for, which must not be part of a URL.
 *
 * `confirmation`: how the session must be confirmed with a passkey, where passkeys are required or its person has one. Omitted: once, or within the
 * last hour for a permission of `CONFIRMED_PERMISSIONS`. `fresh`: within the last ten minutes. `freshOrFirst`: the same, but not demanded from a
 * person without a passkey.
 */
export type AdminRoute = Route & {
  readonly access: 'anyone' | 'session' | 'staff' | Permission
  readonly reads?: true
  readonly confirmation?: 'none' | 'fresh' | 'freshOrFirst'
}

/** Keeps the literal types of a route table while checking its form. */
export function defineRoutes<const T extends Record<string, Route>>(routes: T): T {
  return routes
}

export function defineSignedRoutes<const T extends Record<string, SignedRoute>>(routes: T): T {
  return routes
}

export function defineAdminRoutes<const T extends Record<string, AdminRoute>>(routes: T): T {
  return routes
}
