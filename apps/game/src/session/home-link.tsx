import { hrefOf } from '../kit/route.ts'
import { t } from '../kit/words.ts'
import { homeRoute } from './games.ts'
import { current } from './session.ts'

/** From an empty place to where the session began. */
export function HomeLink() {
  return (
    <a class="button primary" href={hrefOf(homeRoute())}>
      {t(`home.${current().bootstrap.game.key}`)}
    </a>
  )
}
