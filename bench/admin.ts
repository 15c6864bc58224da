import { createStaff, mintStaffLink } from '@coffer/service/administration'
import { byTurns, FEW, fillOperators, type ListsOptions, type ListsResult, MANY } from './lists.ts'
import { WHALE } from './support/list-rows.ts'
import type { Slug } from './support/operators.ts'
import type { Stage } from './support/stage.ts'

const PAGE_ROWS = 20
/** Of a search with fewer pages the last one is read. */
const DEEP_PAGE = 100
/** Rows that one request skips on the way to a deep page. */
const SKIPPED_ROWS = 180
/** Members of staff who take turns, so that none reaches the limit of requests in a minute. */
const STAFF_COUNT = 6

/** Lists with the paths that read them, by path and name. A day has rounds of both operators; voided rounds are rare. */
const SEARCHES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '/rounds/list': {
    rounds: {},
    'rounds of a player who has half of them': { search: WHALE },
    'voided rounds': { status: 'voided' },
    'rounds of a day': { from: '2026-01-01', to: '2026-01-01' },
  },
  '/orders/list': {
    orders: {},
    'orders of a player who has half of them': { search: WHALE },
    'orders in a rare status': { status: 'processing' },
    'orders to ship, oldest first': { status: 'to_ship', sort: 'createdAt' },
    'orders of a day': { from: '2026-01-01', to: '2026-01-01' },
  },
  // Both operators have the same few items and boxes.
  '/items/list': { items: {} },
  '/boxes/list': { boxes: {} },
  '/players/list': {
    players: {},
    'players who are excluded': { restriction: 'excluded' },
    'players who are cooling off': { restriction: 'cool_off' },
    'players with a limit': { restriction: 'capped' },
  },
}

/** Posts or gets a path of the admin's API as one member of staff, and returns the body of the answer. */
type Desk = (path: string, body?: object) => Promise<{ cursor: { next: string | null } }>

/**
 * Reads the home screen, and the first and the hundredth page of searches of rounds, orders and players, the items and the boxes, as staff of two operators by turns. One has a
 * hundred times as many. Compares the medians.
 */
export async function benchAdmin(stage: Stage, options: ListsOptions): Promise<ListsResult> {
  const filled = await fillOperators(stage, options)
  const desks = [await openDesk(stage, FEW), await openDesk(stage, MANY)]
  const rows: ListsResult['rows'] = []
  const compare = async (list: string, reads: (() => Promise<unknown>)[]) => {
    const [fewP50Ms = 0, manyP50Ms = 0] = await byTurns(reads, options.pages)
    rows.push({ list, fewP50Ms, manyP50Ms, ratio: manyP50Ms / fewP50Ms })
  }
  await compare(
    'home screen',
    desks.map((desk) => () => desk('/home')),
  )
  for (const [path, searches] of Object.entries(SEARCHES)) {
    for (const [list, filters] of Object.entries(searches)) {
      for (const page of [1, DEEP_PAGE]) {
        const reads = desks.map(async (desk) => {
          const request = await requestOf(desk, { path, filters, page })
          return () => desk(path, request)
        })
        await compare(`${list}, page ${page}`, await Promise.all(reads))
      }
    }
  }
  return { ...filled, pages: options.pages, rows }
}

/** The request for a page of a search, with the cursor that the rows before it lead to. */
async function requestOf(
  desk: Desk,
  { path, filters, page }: { path: string; filters: object; page: number },
): Promise<object> {
  let place: object = {}
  for (let skipped = 0; skipped < (page - 1) * PAGE_ROWS; skipped += SKIPPED_ROWS) {
    const { cursor } = await desk(path, { ...filters, ...place, limit: SKIPPED_ROWS })
    if (cursor.next === null) break
    place = { cursor: cursor.next }
  }
  return { ...filters, ...place, limit: PAGE_ROWS }
}

async function openDesk(stage: Stage, slug: Slug): Promise<Desk> {
  const members: Desk[] = []
  for (let number = 1; number <= STAFF_COUNT; number++) {
    members.push(await signIn(stage, slug, `owner-${number}@${slug}.example`))
  }
  let turn = 0
  return (path, body) => members[turn++ % STAFF_COUNT]!(path, body)
}

/** Signs a new owner of an operator in. */
async function signIn(stage: Stage, slug: Slug, email: string): Promise<Desk> {
  const { operatorId } = stage.operators[slug]
  const employer = { operatorId, actor: 'bench' }
  const links: string[] = []
  await stage.manage(async (ctx) => {
    const { staffId } = await createStaff(ctx, { email, roles: ['owner'] }, employer)
    links.push((await mintStaffLink(ctx, { staffId }, employer)).loginUrl)
  })
  const token = new URL(links[0]!).hash.replace('#token=', '')
  const headers: Record<string, string> = { origin: stage.service.url.replace(/\/$/, '') }
  const ask = async (path: string, body?: object) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${headers.origin}/api/admin${path}`, {
      ...sent,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signedIn = await ask('/sign-in', { token })
  headers.cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  headers['x-csrf-token'] = ((await signedIn.json()) as { csrfToken: string }).csrfToken
  return async (path, body) => (await ask(path, body)).json() as ReturnType<Desk>
}
