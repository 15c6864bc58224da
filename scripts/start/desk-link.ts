import { type Coffer, commandLine } from './command-line.ts'
import { DEMO_STAFF } from './demo-staff.ts'
import type { StartSettings } from './settings.ts'

type Minted = { loginUrl: string }
type Listed = { staff: { email: string }[] }

/**
 * A link that signs the demo's reviewer in at the desk, once; null when they may sign in no more. A demo of before there was a desk gets
 * its people now.
 */
export async function mintDeskLink(settings: StartSettings, databaseUrl: string): Promise<string | null> {
  const coffer = commandLine(settings, databaseUrl)
  const [reviewer, ...others] = DEMO_STAFF
  try {
    return ((await coffer('staff', 'link', '--email', reviewer.email)) as Minted).loginUrl
  } catch {
    const { staff } = (await coffer('staff', 'list')) as Listed
    if (staff.some(({ email }) => email === reviewer.email)) return null
    for (const other of others) await create(coffer, other)
    return (await create(coffer, reviewer)).loginUrl
  }
}

function create(coffer: Coffer, { email, roles }: (typeof DEMO_STAFF)[number]): Promise<Minted> {
  const named = roles.flatMap((role) => ['--role', role])
  return coffer('staff', 'create', '--email', email, ...named) as Promise<Minted>
}
