import { isUpgrading, upgrade } from '../item-actions/upgrade.ts'
import { beginUpgrader, isUpgraderShown, readUpgraderConfig } from '../item-actions/upgrader-config.ts'
import { lazyScreen } from '../kit/lazy-screen.tsx'
import type { GamePart } from '../play/games.ts'
import { type PendingUpgrade, resumeUnknownUpgrade, resumeUpgrade } from './play-upgrade.ts'
import { upgradeWords } from './round.tsx'

export const upgraderGame: GamePart<PendingUpgrade> = {
  Screen: lazyScreen(async () => (await import('./upgrader-screen.tsx')).UpgraderScreen),
  isPlaying: isUpgrading,
  isMoving: () => upgrade.value?.is === 'turning',
  resume: resumeUpgrade,
  resumeUnknown: resumeUnknownUpgrade,
  begin: beginUpgrader,
  reprice: readUpgraderConfig,
  isShown: isUpgraderShown,
  wordsOf: upgradeWords,
  hostState: () => ({ upgrading: upgrade.value?.is ?? 'idle' }),
}
