/** A member of staff in the demo: of the platform when `operator` is null, else of that operator. */
export type DemoPerson = { email: string; roles: readonly string[]; operator: string | null }

/** Staff of the demo's platform: two, so that an operator may require four eyes. */
export const DEMO_STAFF: readonly [DemoPerson, DemoPerson] = [
  { email: 'reviewer@coffer.example', roles: ['platform_admin', 'kyc_reviewer'], operator: null },
  { email: 'second.reviewer@coffer.example', roles: ['kyc_reviewer'], operator: null },
]

/** The owner of an operator in the demo. */
export function demoOwner(slug: string): DemoPerson {
  return { email: `owner@${slug}.example`, roles: ['owner'], operator: slug }
}
