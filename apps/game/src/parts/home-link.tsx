import { homeRoute } from '../state/games.ts'
import { hrefOf } from '../state/route.ts'
import { t } from '../state/words.ts'

/** From an empty place to where the session began. */
export function HomeLink() {
  const home = homeRoute()
  return (
    <a class="button primary" href={hrefOf(home)}>
      {t(home.screen === 'upgrader' ? 'upgrade.look' : 'vault.empty.action')}
    </a>
  )
}
