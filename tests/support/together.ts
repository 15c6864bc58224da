import { AsyncLocalStorage } from 'node:async_hooks'
import type { Funding } from '@coffer/contract/shapes'
import { type Points, Refusal } from '@coffer/service/kernel'
import type { Context } from '@coffer/service/platform'
import { openRound } from '../../service/src/boxes/index.ts'
import { authenticateSession } from '../../service/src/sessions/index.ts'
import type { Player } from './player.ts'

/** A click that opens boxes, as its player's session sends it. */
export type OpenClick = {
  player: Pick<Player, 'token' | 'externalId'>
  clientActionId: string
  reels: readonly { reelIndex: number; boxVersionId: number }[]
  funding?: Funding
  /** As it was found before; it is looked for anew when it is not given. */
  session?: Session
}

/** One without a launch opens as a backend does. */
export type Session = Omit<Awaited<ReturnType<typeof authenticateSession>>, 'launchId'> & { launchId: number | null }

/** What a click is answered: a status and a body, the code of a refusal that left nothing behind, or 500 and what went wrong. */
export type Told = { status: number; body: Record<string, unknown> | string; replayed?: boolean }

/**
 * Opens of which the test says who shares transactions: those that are clicked together are begun in one turn, so that whoever may goes with
 * the others, and once all that send something have an answer of the wallet they are applied in one turn, in the order of the clicks.
 */
export type Together = {
  /** For the context in which the clicks are made. */
  points: Points
  click(ctx: Context, clicks: readonly OpenClick[]): Promise<Told[]>
  /** Their sessions are looked at now; what comes back makes the clicks. */
  letIn(ctx: Context, clicks: readonly OpenClick[]): Promise<() => Promise<Told[]>>
}

export function makeTogether(): Together {
  const sent = new AsyncLocalStorage<(goOn: () => void) => void>()
  const letIn: Together['letIn'] = async (ctx, clicks) => {
    const sessions = await Promise.all(
      clicks.map(({ player, session }) => session ?? authenticateSession(ctx, player.token)),
    )
    return () => {
      // A repeat waits for whoever sends what it repeats, and is not waited for.
      const left = new Set(clicks.map(nameOf))
      const waiting = new Map<number, () => void>()
      const leave = (click: OpenClick) => {
        left.delete(nameOf(click))
        if (left.size > 0) return
        for (const place of clicks.keys()) waiting.get(place)?.()
      }
      const clicked = clicks.map((click, place) => {
        const arrive = (goOn: () => void) => {
          waiting.set(place, goOn)
          leave(click)
        }
        return sent.run(arrive, () => tell(ctx, sessions[place]!, click)).finally(() => leave(click))
      })
      return Promise.all(clicked)
    }
  }
  return {
    points: {
      at: async (name) => {
        const arrive = sent.getStore()
        if (name === 'open-round:replied' && arrive) await new Promise<void>(arrive)
      },
    },
    letIn,
    click: async (ctx, clicks) => (await letIn(ctx, clicks))(),
  }
}

const nameOf = ({ player, clientActionId }: OpenClick) => `${player.externalId} ${clientActionId}`

async function tell(ctx: Context, session: Session, { clientActionId, reels, funding }: OpenClick): Promise<Told> {
  const pinned = { rate: session.rate, from: session.rateFrom, at: session.ratePinnedAt }
  const own = { clientActionId, reels, funding: funding ?? null }
  try {
    const { status, body, replayed } = await openRound(ctx, { ...session, ...own, pinned, mode: 'open' })
    return { status, body, replayed }
  } catch (error) {
    return error instanceof Refusal ? { status: error.status, body: error.code } : { status: 500, body: String(error) }
  }
}
