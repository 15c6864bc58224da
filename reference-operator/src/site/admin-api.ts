import type { Casino } from '../casinos.ts'
import type { Site } from './site.ts'

/** Single sign-on of the casino's own people into Coffer's admin. */

/**
 * A link that signs the casino's manager in, once and within a minute. A real back office sends the person of its own session here, by an id
 * that is theirs for good.
 */
export async function openAdmin(_: Site, { coffer, slug, name }: Casino) {
  const { ssoUrl } = await coffer.createAdminSsoLink({
    adminExternalId: 'manager',
    email: `manager@${slug}.example`,
    displayName: `Manager of ${name}`,
  })
  return { ssoUrl }
}
