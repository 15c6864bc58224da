import type { Pieces } from '../catalog/index.ts'

/** How many pieces of each item lines are; by ascending item id. */
export function piecesOf(itemIds: readonly number[]): Pieces[] {
  const counts = new Map<number, number>()
  for (const itemId of itemIds) counts.set(itemId, (counts.get(itemId) ?? 0) + 1)
  return [...counts].map(([itemId, count]) => ({ itemId, count })).sort((a, b) => a.itemId - b.itemId)
}

/** What lines get of the pieces that were taken for them, in their order; null stands for any number. */
export function shareOut<Line extends { itemId: number }>(
  lines: readonly Line[],
  taken: ReadonlyMap<number, number | null>,
): { line: Line; tookStock: boolean; waits: boolean }[] {
  const left = new Map(taken)
  return lines.map((line) => {
    const pieces = left.get(line.itemId) ?? null
    if (pieces === null) return { line, tookStock: false, waits: false }
    if (pieces === 0) return { line, tookStock: false, waits: true }
    left.set(line.itemId, pieces - 1)
    return { line, tookStock: true, waits: false }
  })
}
