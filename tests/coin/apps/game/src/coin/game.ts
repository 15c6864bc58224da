import { lazyScreen } from '../kit/lazy-screen.tsx'
import type { GamePart } from '../play/games.ts'
import { isTossing, type PendingToss, resumeToss } from './toss-coin.ts'

export const coinGame: GamePart<PendingToss> = {
  Screen: lazyScreen(async () => (await import('./coin-screen.tsx')).CoinScreen),
  isPlaying: isTossing,
  isMoving: isTossing,
  resume: resumeToss,
}
