/** A view of the vault: where items stand, and what kind they are of. Pure; it stands in the address. */

export const VAULT_TABS = ['kept', 'way', 'done'] as const
export const VAULT_KINDS = ['all', 'physical', 'digital', 'bonus', 'collectible'] as const
export type VaultTab = (typeof VAULT_TABS)[number]
export type VaultKind = (typeof VAULT_KINDS)[number]
export type VaultView = { readonly tab: VaultTab; readonly kind: VaultKind }

const STATES: Readonly<Record<VaultTab, string>> = {
  kept: 'unresolved',
  way: 'ship_requested',
  done: 'fulfilled,cashed_back,expired,forwarded_to_casino,consumed',
}

/** Every state that is ever listed. */
export const LISTED = Object.values(STATES).join(',')

/** Kinds that a tab can hold: only physical items are sent, and a bonus goes to the casino when it is won. */
const KINDS: Readonly<Record<VaultTab, readonly VaultKind[]>> = {
  kept: ['all', 'physical', 'digital', 'collectible'],
  way: ['all', 'collectible'],
  done: ['all', 'physical', 'digital', 'bonus', 'collectible'],
}

export const FIRST_VIEW: VaultView = { tab: 'kept', kind: 'all' }

export const kindsOf = (tab: VaultTab): readonly VaultKind[] => KINDS[tab]

/** The view that a path such as `done/bonus` names; what it does not name, or names wrongly, is the first. */
export function readView(tabName: string | undefined, kindName: string | undefined): VaultView {
  const tab = VAULT_TABS.find((name) => name === tabName) ?? FIRST_VIEW.tab
  return { tab, kind: KINDS[tab].find((name) => name === kindName) ?? 'all' }
}

/** The same, written: empty for the first view. */
export function viewPath({ tab, kind }: VaultView): string {
  if (kind !== 'all') return `/${tab}/${kind}`
  return tab === FIRST_VIEW.tab ? '' : `/${tab}`
}

/** Another tab, with the kind that is shown where that tab can hold it. */
export function inTab(view: VaultView, tab: VaultTab): VaultView {
  return readView(tab, view.kind)
}

/** What the service is asked for. */
export function queryOf({ tab, kind }: VaultView): { state: string; type?: string; collectible?: 'true' } {
  const state = STATES[tab]
  if (kind === 'all') return { state }
  return kind === 'collectible' ? { state, collectible: 'true' } : { state, type: kind }
}
