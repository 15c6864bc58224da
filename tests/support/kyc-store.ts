import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Rows } from './rows.ts'
import type { World } from './world.ts'

/** The folder in which a test world keeps documents. */
export function documentFolder({ service }: World): string {
  return join(service.ctx.config.dataDir, 'documents')
}

/** The keys of all files in the store, sorted: of one request, or of everybody. */
export function storedKeys(world: World, requestId?: number): string[] {
  const folder = documentFolder(world)
  const isOurs = (key: string) => requestId === undefined || key.split('/')[1] === String(requestId)
  return filesBelow(folder, '').filter(isOurs).sort()
}

function filesBelow(folder: string, key: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const own = key === '' ? entry.name : `${key}/${entry.name}`
    return entry.isDirectory() ? filesBelow(join(folder, entry.name), own) : [own]
  })
}

/** A store that nothing was put into yet has no folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The keys that rows say are stored, sorted. */
export async function keysInRows(rows: Rows, state = 'stored'): Promise<string[]> {
  const found = await rows.query<{ key: string }>(
    'select storage_key as key from kyc_images where state = $1 order by 1',
    [state],
  )
  return found.map(({ key }) => key).sort()
}

/** What is left of a person in the rows of a request: names of columns that hold something sealed, and counts of rows beside it. */
export async function remainsOf(rows: Rows, requestId: number): Promise<string[]> {
  const [left] = await rows.query<Record<string, unknown>>(
    `select email_sealed, reverify_reason_sealed, answers_sealed, provider, provider_look_at, nullif(hints, '[]') as hints,
       nullif((select count(*)::int from kyc_notes n where n.request_id = r.request_id), 0) as notes,
       nullif((select count(*)::int from kyc_marks m where m.request_id = r.request_id), 0) as marks,
       nullif((select count(*)::int from kyc_images i where i.request_id = r.request_id), 0) as images,
       nullif((select count(*)::int from kyc_links l where l.request_id = r.request_id and ended_at is null), 0) as links
     from kyc_requests r where request_id = $1`,
    [requestId],
  )
  return Object.keys(left ?? {}).filter((name) => left?.[name] !== null)
}
