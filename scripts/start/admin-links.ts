import { type Coffer, commandLine } from './command-line.ts'
import { DEMO_STAFF, type DemoPerson, demoOwner } from './demo-staff.ts'
import type { StartSettings } from './settings.ts'

type Minted = { loginUrl: string }
type Listed = { staff: { email: string }[] }

/** Links that sign in to the admin, once each; null for a person who was disabled. */
export type AdminLinks = { platform: string | null; operator: string | null }

/** Links for the platform's administrator and for the owner of an operator. */
export async function mintAdminLinks(
  settings: StartSettings,
  { databaseUrl, slug }: { databaseUrl: string; slug: string },
): Promise<AdminLinks> {
  const coffer = commandLine(settings, databaseUrl)
  const [administrator, reviewer] = DEMO_STAFF
  const [platform, operator] = await Promise.all([
    mintLink(coffer, administrator, [reviewer]),
    mintLink(coffer, demoOwner(slug), []),
  ])
  return { platform, operator }
}

/** Returns a login link. A demo that was made before it had this person gets them now, with these colleagues. */
async function mintLink(coffer: Coffer, person: DemoPerson, colleagues: readonly DemoPerson[]): Promise<string | null> {
  try {
    return ((await coffer('staff', 'link', '--email', person.email, ...sideOf(person))) as Minted).loginUrl
  } catch {
    const { staff } = (await coffer('staff', 'list', ...sideOf(person))) as Listed
    if (staff.some(({ email }) => email === person.email)) return null
    for (const colleague of colleagues) await create(coffer, colleague)
    return (await create(coffer, person)).loginUrl
  }
}

function create(coffer: Coffer, person: DemoPerson): Promise<Minted> {
  const roles = person.roles.flatMap((role) => ['--role', role])
  return coffer('staff', 'create', '--email', person.email, ...roles, ...sideOf(person)) as Promise<Minted>
}

function sideOf({ operator }: DemoPerson): string[] {
  return operator === null ? [] : ['--operator', operator]
}
