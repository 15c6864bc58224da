import type { Corruption } from './corruption.ts'

const excludedPlayer = 'player_id = (select player_id from restrictions where self_excluded)'

/** What may be wrong with what keeps players from playing. */
export const RESTRICTION_CORRUPTIONS: readonly Corruption[] = [
  {
    invariant: 'No round and no shipping fee was begun while its player was excluded or cooling off.',
    sql: [
      `update rounds set created_at = (select changed_at + interval '1 minute' from restriction_changes where self_excluded)
       where ${excludedPlayer}`,
    ],
  },
  {
    invariant: 'An exclusion or a cool-off ended the sessions of its player, and none began until it was over.',
    sql: [`update sessions set revoked_at = null where ${excludedPlayer}`],
  },
  {
    invariant: 'An exclusion or a cool-off ended the sessions of its player, and none began until it was over.',
    sql: [
      `update sessions set created_at = (select changed_at + interval '1 minute' from restriction_changes where self_excluded)
       where ${excludedPlayer}`,
    ],
  },
  {
    invariant: 'The restrictions of a player are those of their last change.',
    sql: ['update restrictions set self_excluded = false where self_excluded'],
  },
  {
    invariant: 'The restrictions of a player are those of their last change.',
    sql: ['delete from restrictions'],
  },
]
