import { draw, oddsFault, serverSeedHash, snapshotHash } from '@coffer/fairness'
import { sql } from 'kysely'
import { nodeDigest } from '../fairness/index.ts'
import { byQuery, byRow } from './by-query.ts'
import { ALL_DRAWS } from './games.ts'
import type { Invariant } from './invariant.ts'

/** Seed pairs, nonces, and draws that anyone can repeat. */

const noncesHaveNoGaps = byQuery(
  'The nonces of a pair are 0 to n-1.',
  sql`
    select p.operator_id, 'pair ' || p.pair_id as subject,
      case when (coalesce(r.rounds, 0), coalesce(r.nonces, 0)) <> (p.next_nonce, p.next_nonce)
          or r.first <> 0 or r.last <> p.next_nonce - 1
        then 'it gave ' || p.next_nonce || ' nonces, its ' || coalesce(r.rounds, 0) || ' rounds have '
          || coalesce(r.nonces || ' from ' || r.first || ' to ' || r.last, 'none') end as detail
    from seed_pairs p
    left join (
      select operator_id, pair_id, count(*) as rounds, count(distinct nonce) as nonces, min(nonce) as first,
        max(nonce) as last
      from rounds where pair_id is not null group by operator_id, pair_id
    ) r using (operator_id, pair_id)`,
)

const pairsInTurn = byQuery(
  'A player who has seed pairs has one active pair and one next pair.',
  sql`
    select operator_id, 'player ' || player_id as subject,
      case when count(*) filter (where state = 'active') <> 1 or count(*) filter (where state = 'next') <> 1
        then count(*) filter (where state = 'active') || ' are active, ' || count(*) filter (where state = 'next')
          || ' next' end as detail
    from seed_pairs group by operator_id, player_id`,
)

const drawnUnderCommitment = byQuery(
  'A settled round carries the commitment of its own player\u2019s pair.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case when (p.player_id, p.server_seed_hash, p.client_seed)
          is distinct from (r.player_id, r.server_seed_hash, r.client_seed)
        then 'pair ' || r.pair_id || ' promises something else' end as detail
    from rounds r left join seed_pairs p using (operator_id, pair_id)
    where r.state = 'settled'`,
)

const settledBeforeReveal = byQuery(
  'A round settles while its pair is active: nothing settles on a seed that is revealed.',
  ({ clockToleranceMs }) => sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.settled_at > p.revealed_at + tolerance then 'it settled ' || r.settled_at - p.revealed_at || ' after the reveal'
        when r.settled_at < p.active_since - tolerance or p.active_since is null then 'its pair was not active yet'
      end as detail
    from rounds r join seed_pairs p using (operator_id, pair_id),
      make_interval(secs => ${sql.lit(clockToleranceMs)}::double precision / 1000) as tolerance
    where r.state = 'settled'`,
)

const prizeOwnsDraw = byQuery(
  'A drawn reel has the prize, the chance and the value that its published version gives to its draw.',
  sql`
    select l.operator_id, 'reel ' || l.reel_id || ' of round ' || r.public_id as subject,
      case
        when (v.snapshot_hash, v.box_id) is distinct from (l.snapshot_hash, l.box_id) then 'its version is another one'
        when (z.item_id, z.chance_units, z.name, z.type, z.value_minor)
          is distinct from (l.item_id, l.chance_units, l.item_name, l.item_type, l.item_value_minor)
          then 'the draw ' || l.raw_draw || ' belongs to ' || coalesce('item ' || z.item_id || ' ' || z.name, 'nothing')
      end as detail
    from round_reels l
    join rounds r using (operator_id, round_id)
    left join box_versions v using (operator_id, box_version_id)
    left join box_version_prizes z on z.operator_id = l.operator_id and z.box_version_id = l.box_version_id
      and l.raw_draw >= z.range_start and l.raw_draw < z.range_end
    where l.raw_draw is not null and r.game_key = 'mystery_box'`,
)

type Version = { operator_id: number; subject: string; snapshot: string; snapshot_hash: string; ranges: Range[] }
type Range = { itemId: number; name: string; type: string; valueMinor: number; start: number; end: number }

const snapshotIsWhatIsPlayed = byRow<Version>(
  'The published odds of a version have the hash that its rounds carry, and are the odds that it is played with.',
  sql`
    select v.operator_id, 'box version ' || v.box_version_id as subject, v.snapshot, v.snapshot_hash,
      (select coalesce(jsonb_agg(jsonb_build_object('itemId', z.item_id, 'name', z.name, 'type', z.type,
          'valueMinor', z.value_minor, 'start', z.range_start, 'end', z.range_end) order by z.position), '[]')
        from box_version_prizes z where z.operator_id = v.operator_id and z.box_version_id = v.box_version_id) as ranges
    from box_versions v`,
  ({ snapshot, snapshot_hash, ranges }) => {
    const { snapshotHash: stated, ...body } = JSON.parse(snapshot)
    if (stated !== snapshot_hash || snapshotHash(body) !== snapshot_hash) return 'its snapshot has another hash'
    const played = new Map(ranges.map((range) => [range.itemId, rangeText(range)]))
    const same = body.ranges.every((range: Range) => played.get(range.itemId) === rangeText(range))
    if (!same || body.ranges.length !== ranges.length) return 'it is played with other odds than it published'
    return oddsFault(ranges) ?? null
  },
)

const rangeText = ({ itemId, name, type, valueMinor, start, end }: Range) =>
  JSON.stringify([itemId, name, type, valueMinor, start, end])

type Revealed = { operator_id: number; subject: string; server_seed: string; server_seed_hash: string }

const seedFitsCommitment = byRow<Revealed>(
  'A revealed server seed is the one that was committed to.',
  sql`
    select operator_id, 'pair ' || pair_id as subject, server_seed, server_seed_hash
    from seed_pairs where state = 'revealed'`,
  (pair) => (serverSeedHash(pair.server_seed) === pair.server_seed_hash ? null : 'its seed has another hash'),
)

type Drawn = {
  operator_id: number
  subject: string
  server_seed: string
  client_seed: string
  nonce: number
  reel_index: number
  raw_draw: number
  total: number
}

const drawsAgain = byRow<Drawn>(
  'Every reel and every roll from a revealed seed is drawn again with the same result.',
  sql`
    select d.operator_id, d.what || ' of round ' || r.public_id as subject, p.server_seed, r.client_seed, r.nonce,
      d.reel_index, d.raw_draw, d.total
    from seed_pairs p
    join rounds r using (operator_id, pair_id)
    join (${ALL_DRAWS}) d using (operator_id, round_id)
    where p.state = 'revealed' and r.state = 'settled'`,
  (reel) => {
    const again = redraw(reel)
    return again === reel.raw_draw ? null : `its seeds give ${again} in place of ${reel.raw_draw}`
  },
)

function redraw({ server_seed, client_seed, nonce, reel_index, total }: Drawn): number | string {
  const seeds = { serverSeed: server_seed, clientSeed: client_seed, nonce, reelIndex: reel_index }
  try {
    return draw({ ...seeds, total, hmac: nodeDigest })
  } catch (error) {
    return error instanceof RangeError ? error.message : 'no draw'
  }
}

export const fairnessInvariants: readonly Invariant[] = [
  noncesHaveNoGaps,
  pairsInTurn,
  drawnUnderCommitment,
  settledBeforeReveal,
  prizeOwnsDraw,
  snapshotIsWhatIsPlayed,
  seedFitsCommitment,
  drawsAgain,
]
