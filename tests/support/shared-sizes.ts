import type { Service } from '@coffer/service'

/** How many works shared each transaction since it was asked, by what they are for; and how many had to go on alone. */
export type SharedSizes = {
  of(name: string): number[]
  aloneCount(name: string): number
}

export function watchShared({ ctx }: Service): SharedSizes {
  const heard: { name: string; togetherCount: number; aloneCount: number }[] = []
  ctx.db.sharedListeners.add((shared) => heard.push(shared))
  const ofName = (name: string) => heard.filter((one) => one.name === name)
  return {
    of: (name) => ofName(name).flatMap(({ togetherCount }) => (togetherCount > 0 ? [togetherCount] : [])),
    aloneCount: (name) => ofName(name).reduce((sum, { aloneCount }) => sum + aloneCount, 0),
  }
}
