import { type Corruption, copied } from './corruption.ts'
import { PLACE } from './sealing-corruptions.ts'

/** The verifications of `verifyEverybody`. */
const requestOf = (player: string) =>
  `(select max(request_id) from kyc_requests join players using (operator_id, player_id) where external_id = '${player}')`
const eventOf = (player: string, status: string) => `idempotency_key = 'kyc:' || ${requestOf(player)} || ':${status}'`
const ERASED = 'request_id = (select request_id from kyc_requests where erased_at is not null)'
const intoErased = (table: string, where: string, more = '') =>
  copied(table, where, `request_id = (select request_id from kyc_requests where erased_at is not null)${more}`)

const ONE = 'A player has at most one open verification.'
const TOLD =
  'Each status that a verification has come to has one event, of its player and one after the other, and nothing else has.'
const SEALED = 'The events of a verification are sealed.'
const REASONS = 'The reasons of a rejection stand each once in their order, and one final reason makes it final.'
const SAID =
  'A decision says what the last opinion says, or what the last two people agree on, with the reasons of both.'
const HELD =
  'Only a verification that waits for its decision is held by a reviewer, until some time, or with an outside check.'
const LINKS = 'Only the newest link of a verification leads to it, and none was opened after its time.'
const REVERIFIED = 'A re-verification follows a confirmation, and only a re-verification has a reason.'
const WHOLE =
  'What was handed in is there until it is erased: the e-mail, the answers, their marks, and photos of the document and the face.'
const GONE = 'Of a verification that is erased nothing of the person is kept, and no link leads to it.'
const APART = 'A photo lies in the place of its own verification.'
const KEYS = 'Whatever is sealed of people names a key of its operator, and those are numbered from 1 without a gap.'

const course: Corruption[] = [
  {
    invariant: ONE,
    also: [TOLD],
    sql: [
      'drop index kyc_requests_one_is_open',
      `update kyc_requests set player_id = (select player_id from players where external_id = 'nora' and operator_id =
         kyc_requests.operator_id) where request_id = ${requestOf('rosa')}`,
    ],
  },
  { invariant: TOLD, sql: [`delete from outbox_events where ${eventOf('pia', 'SUBMITTED')}`] },
  { invariant: TOLD, sql: [`update outbox_events set player_external_id = 'ann' where ${eventOf('rosa', 'PENDING')}`] },
  {
    invariant: TOLD,
    sql: [
      `update outbox_events set occurred_at = occurred_at - interval '1 hour' where ${eventOf('pia', 'SUBMITTED')}`,
    ],
  },
  {
    invariant: TOLD,
    sql: [`update kyc_requests set told_at = told_at + interval '1 hour' where request_id = ${requestOf('pia')}`],
  },
  {
    invariant: TOLD,
    sql: copied(
      'outbox_events',
      eventOf('rosa', 'PENDING'),
      `event_id = 900001, idempotency_key = 'kyc:' || ${requestOf('rosa')} || ':SUBMITTED'`,
    ),
  },
  {
    invariant: SEALED,
    sql: [`update outbox_events set payload = '{}', payload_sealed = null where ${eventOf('pia', 'REJECTED')}`],
  },
  { invariant: REASONS, sql: [`update kyc_requests set retryable = not retryable where status = 'REJECTED'`] },
  {
    invariant: REASONS,
    sql: [`update kyc_requests set reasons = '{FORGERY,DATA_MISMATCH}' where request_id = ${requestOf('pia')}`],
  },
  { invariant: SAID, sql: ['delete from kyc_opinions where provider is not null'] },
  {
    invariant: SAID,
    sql: [`update kyc_opinions set verdict = 'confirmed', reasons = '{}' where request_id = ${requestOf('sven')}`],
  },
  {
    invariant: SAID,
    sql: [
      `update kyc_opinions set staff_id = (select min(staff_id) from staff) where request_id = ${requestOf('pia')}`,
    ],
  },
  {
    invariant: SAID,
    sql: [`update kyc_requests set reasons = '{INCOMPLETE}', retryable = true where request_id = ${requestOf('pia')}`],
  },
]

const holders: Corruption[] = [
  {
    invariant: HELD,
    sql: [
      `update kyc_requests set claimed_by = (select min(staff_id) from staff), claim_ends_at = created_at
         where status = 'CONFIRMED'`,
    ],
  },
  { invariant: HELD, sql: ['update kyc_requests set claim_ends_at = null where claimed_by is not null'] },
  {
    invariant: HELD,
    sql: [`update kyc_requests set provider = 'sandbox', provider_look_at = created_at where status = 'REJECTED'`],
  },
  { invariant: HELD, sql: ['update kyc_requests set provider_look_at = null where provider is not null'] },
  {
    invariant: LINKS,
    sql: [
      `update kyc_links set ended_at = null where link_id = (select min(link_id) from kyc_links where request_id =
         ${requestOf('rosa')})`,
    ],
  },
  { invariant: LINKS, sql: ['update kyc_links set opened_at = expires_at where opened_at is not null'] },
  { invariant: REVERIFIED, sql: ['update kyc_requests set is_reverification = false where is_reverification'] },
  {
    invariant: REVERIFIED,
    sql: [`update kyc_requests set is_reverification = true where request_id = ${requestOf('rosa')}`],
  },
]

const kept: Corruption[] = [
  { invariant: WHOLE, sql: [`update kyc_requests set email_sealed = null where status = 'SUBMITTED'`] },
  { invariant: WHOLE, sql: [`update kyc_requests set answers_sealed = null where status = 'REJECTED'`] },
  { invariant: WHOLE, sql: [`delete from kyc_marks where request_id = ${requestOf('omar')}`] },
  {
    invariant: WHOLE,
    sql: [`update kyc_images set state = 'removing' where kind = 'selfie' and request_id = ${requestOf('omar')}`],
  },
  ...['email_sealed', 'answers_sealed', 'reverify_reason_sealed'].map((column) => ({
    invariant: GONE,
    ...(column === 'reverify_reason_sealed' ? { also: [REVERIFIED] } : {}),
    sql: [`update kyc_requests set ${column} = '\\x0000000100' where ${ERASED}`],
  })),
  { invariant: GONE, sql: [`update kyc_requests set hints = '[{}]' where ${ERASED}`] },
  { invariant: GONE, sql: intoErased('kyc_notes', 'true', ', note_id = 900001') },
  { invariant: GONE, sql: intoErased('kyc_marks', "kind = 'person'") },
  {
    invariant: GONE,
    sql: intoErased(
      'kyc_images',
      "state = 'stored'",
      `, image_id = 900001, storage_key = operator_id || '/' || (select request_id from kyc_requests where erased_at is not null) || '/copy'`,
    ),
  },
  { invariant: GONE, sql: [`update kyc_links set ended_at = null where ${ERASED}`] },
  { invariant: APART, sql: [`update kyc_images set storage_key = operator_id || '/0/' || image_id`] },
  { invariant: KEYS, also: [PLACE], sql: ['update operator_data_keys set key_number = 2'] },
  {
    invariant: KEYS,
    sql: [`update kyc_requests set answers_sealed = '\\x0000000900' where request_id = ${requestOf('omar')}`],
  },
]

/** What may be wrong with verifications, and with what is kept of people. */
export const KYC_CORRUPTIONS: readonly Corruption[] = [...course, ...holders, ...kept]

export const KYC_CORRUPTIONS_ONCE_HEALED: readonly Corruption[] = [
  {
    invariant: 'After healing, no photo is on its way into the store or out of it.',
    sql: [`update kyc_images set state = 'storing' where kind = 'back'`],
  },
]
