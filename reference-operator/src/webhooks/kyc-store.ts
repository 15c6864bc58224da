import type { DatabaseSync } from 'node:sqlite'
import type { CofferEvent, KycIdentity, KycRequest } from '@coffer/operator-sdk'

/**
 * The casino's own copy of each verification, and who its players are. What was verified is kept in a table of its own: only a newer
 * verification replaces it, and nothing that says less takes it away.
 */
export const KYC_SCHEMA = `
  create table if not exists kyc_requests (
    operator text not null,
    request_id integer not null,
    player text not null,
    occurred_at text not null,
    copy text not null,
    primary key (operator, request_id)
  ) strict, without rowid;

  create index if not exists kyc_requests_by_player on kyc_requests (operator, player, request_id);

  create table if not exists identities (
    operator text not null,
    player text not null,
    request_id integer not null,
    identity text not null,
    primary key (operator, player)
  ) strict, without rowid;

  create table if not exists kyc_invitations (
    operator text not null,
    player text not null,
    request_id integer not null,
    primary key (operator, player)
  ) strict, without rowid;
`

export type KycChange = Extract<CofferEvent, { type: 'kyc_status_changed' }>['payload']

/** A verification as the newest event of it said, without who the player is. */
export type KycCopy = Omit<KycRequest, 'identity'> & { occurredAt: string }

/** Who a player is, and which verification said so. */
export type KnownIdentity = { requestId: number; identity: KycIdentity }

export function kycStatements(database: DatabaseSync) {
  const upsert = database.prepare(
    `insert into kyc_requests (operator, request_id, player, occurred_at, copy) values (?, ?, ?, ?, ?)
     on conflict do update set occurred_at = excluded.occurred_at, copy = excluded.copy
     where excluded.occurred_at > kyc_requests.occurred_at`,
  )
  const upsertIdentity = database.prepare(
    `insert into identities (operator, player, request_id, identity) values (?, ?, ?, ?)
     on conflict do update set request_id = excluded.request_id, identity = excluded.identity
     where excluded.request_id > identities.request_id`,
  )
  const upsertInvitation = database.prepare(
    `insert into kyc_invitations (operator, player, request_id) values (?, ?, ?)
     on conflict do update set request_id = excluded.request_id`,
  )
  const list = database.prepare(
    'select copy from kyc_requests where operator = ? and player = ? order by request_id desc',
  )
  const findIdentity = database.prepare(
    'select request_id as requestId, identity from identities where operator = ? and player = ?',
  )
  const findInvitation = database.prepare(
    'select request_id as requestId from kyc_invitations where operator = ? and player = ?',
  )
  return {
    /** Replaces the copy by one that is newer, and keeps an identity that no later verification has said. */
    takeKycChange(operator: string, { dataVersion: _, identity, ...copy }: KycChange): void {
      const { requestId, playerExternalId: player, occurredAt } = copy
      upsert.run(operator, requestId, player, occurredAt, JSON.stringify(copy))
      if (identity) upsertIdentity.run(operator, player, requestId, JSON.stringify(identity))
    },
    /** Of a player, the newest verification first. */
    listKyc(operator: string, player: string): KycCopy[] {
      return list.all(operator, player).map(({ copy }) => JSON.parse(copy as string) as KycCopy)
    },
    findIdentity(operator: string, player: string): KnownIdentity | null {
      const row = findIdentity.get(operator, player)
      return row ? { requestId: row.requestId as number, identity: JSON.parse(row.identity as string) } : null
    },
    upsertInvitation(operator: string, player: string, requestId: number): void {
      upsertInvitation.run(operator, player, requestId)
    },
    /** The verification that the player was asked for last. */
    findInvitation(operator: string, player: string): number | null {
      return (findInvitation.get(operator, player)?.requestId as number | undefined) ?? null
    },
  }
}
