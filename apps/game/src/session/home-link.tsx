import { hrefOf } from '../kit/route.ts'
import { t } from '../kit/words.ts'
import { homeRoute } from './games.ts'

/** From an empty place to where the session began. */
export function HomeLink() {
  const home = homeRoute()
  return (
    <a class="button primary" href={hrefOf(home)}>
      {t(home.screen === 'upgrader' ? 'upgrade.look' : 'vault.empty.action')}
    </a>
  )
}
