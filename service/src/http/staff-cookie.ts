import type { Cookie } from './cookies.ts'

/** For the whole host, so that over https no neighbour of its name can set it. */
export const STAFF_COOKIE: Cookie = { name: 'coffer_desk', path: '/', isFramed: true }
