import type { Cookie } from './cookies.ts'

export const STAFF_COOKIE: Cookie = { name: 'coffer_staff', path: '/api/admin', isFramed: true }
