import type { PlatformRole } from '@coffer/contract/admin'
import type { Generated } from 'kysely'

declare module '../platform/database.ts' {
  interface Tables {
    staff: StaffTable
    staff_links: StaffLinksTable
    staff_sessions: StaffSessionsTable
  }
}

export type StaffTable = {
  staff_id: Generated<number>
  email: string
  roles: readonly PlatformRole[]
  created_at: Date
  disabled_at: Date | null
}

export type StaffLinksTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type StaffSessionsTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  seen_at: Date
  ended_at: Date | null
}
