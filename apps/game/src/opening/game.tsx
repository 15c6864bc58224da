import type { RoundAnswer } from '@coffer/contract/shapes'
import type { GameRoute } from '../kit/route.ts'
import type { GamePart, RoundWords } from '../play/games.ts'
import { current } from '../session/session.ts'
import { BoxScreen } from './box-screen.tsx'
import { boxes, forgetPrices } from './boxes.ts'
import { freeOpensOf, noteFreeOpens } from './free-opens.ts'
import { LobbyScreen } from './lobby-screen.tsx'
import { openOnArrival, type PendingOpen, resumeOpen } from './open-box.ts'
import { isOpening, opening } from './opening.ts'

export const boxGame: GamePart<PendingOpen> = {
  Screen: BoxScreens,
  isPlaying: isOpening,
  isMoving: () => opening.value?.is === 'spinning',
  resume: resumeOpen,
  land: landOnTarget,
  begin: () => void boxes.load(),
  start: openOnArrival,
  reprice: forgetPrices,
  wordsOf,
  hostState,
}

function BoxScreens({ at }: { at: GameRoute }) {
  return at.screen === 'box' ? <BoxScreen key={at.boxId} boxId={at.boxId} /> : <LobbyScreen />
}

/** A launch may be of one box, with free opens of it. */
function landOnTarget(): GameRoute {
  const { target } = current().bootstrap.game
  if (!target) return { screen: 'lobby' }
  noteFreeOpens([target])
  return { screen: 'box', boxId: target.boxId }
}

function wordsOf({ reels }: RoundAnswer): RoundWords | null {
  if (reels.length === 0) return null
  return { names: reels.map((reel) => reel.result?.name).filter((name) => name !== undefined) }
}

function hostState() {
  const { target } = current().bootstrap.game
  return { opening: opening.value?.is ?? 'idle', freeOpens: target ? freeOpensOf(target.boxId) : 0 }
}
