/** Free opens that pay for reels of some boxes. Those of a launch have no campaign. */
export type Grant = { campaignId: number | null; boxIds: readonly number[]; left: number }

/** What a round takes of a grant. */
export type GrantUse = { campaignId: number | null; count: number }

/**
 * Takes a unit for each reel, from the first grant that holds its box and has one left; null when a reel finds none. Grants stand in
 * the order in which they are used up.
 */
export function coverReels(boxIds: readonly number[], grants: readonly Grant[]): GrantUse[] | null {
  const uses = grants.map(({ campaignId }) => ({ campaignId, count: 0 }))
  for (const boxId of boxIds) {
    const place = grants.findIndex((grant, index) => grant.boxIds.includes(boxId) && countAt(uses, index) < grant.left)
    const use = uses[place]
    if (!use) return null
    use.count += 1
  }
  return uses.filter(({ count }) => count > 0)
}

const countAt = (uses: readonly GrantUse[], index: number) => uses[index]?.count ?? 0
