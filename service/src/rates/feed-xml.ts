import { readXml, type XmlTag } from '../kernel/index.ts'
import { type FeedAnswer, readQuoted } from './feed-answer.ts'

/** The European Central Bank quotes what one euro is worth. */
const BASE = 'EUR'

/**
 * Reads the reference rates of one day as the European Central Bank writes them,
 * `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0834'/></Cube>`; or says in words what it is instead.
 */
export function readXmlFeed(text: string): FeedAnswer | string {
  const parts = readXml(text)
  if (parts === null) return 'it is no plain XML'
  const cubes = parts.tags.filter(({ name }) => /^(?:.*:)?Cube$/.test(name)).map(({ attributes }) => attributes)
  const times = cubes.flatMap((cube) => cube.get('time') ?? [])
  if (times.length > 1) return 'it quotes several days'
  const quoted = times[0] === undefined ? null : readQuoted(times[0])
  if (times[0] !== undefined && quoted === null) return 'its time cannot be read'
  return { base: BASE, quoted, rates: cubes.flatMap(rateOf) }
}

function rateOf(cube: XmlTag['attributes']): FeedAnswer['rates'] {
  const code = cube.get('currency')
  return code === undefined ? [] : [[code, cube.get('rate') ?? null]]
}
