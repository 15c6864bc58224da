import { setTimeout as sleep } from 'node:timers/promises'
import type { Coffer } from '@coffer/operator-sdk'

/** A click is given up when nobody has decided it after so long: the breakdown of a process must not take that long. */
const DECIDED_MS = 60_000
const AGAIN_MS = 200

type Opened = { round: { publicId: string; payoutMinor: number }; balanceAfterMinor: number | null }

/** A player in a session, as the game has one: each click goes to any process, and is repeated with its id until it is decided. */
export class WalkPlayer {
  readonly #urls: readonly string[]
  readonly #boxVersionId: number
  readonly #token: string
  #clicks = 0
  readonly opened: string[] = []

  private constructor(urls: readonly string[], boxVersionId: number, token: string) {
    this.#urls = urls
    this.#boxVersionId = boxVersionId
    this.#token = token
  }

  static async enter(
    coffer: Coffer,
    name: string,
    place: { urls: readonly string[]; boxId: number; boxVersionId: number },
  ) {
    const target = { boxId: place.boxId }
    const { launchToken } = await coffer.createLaunch({ playerExternalId: name, gameKey: 'mystery_box', target })
    const answer = await fetch(`${place.urls[0]}/api/play/session/init`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ launchToken }),
    })
    const { sessionToken } = (await answer.json()) as { sessionToken?: string }
    if (sessionToken === undefined) throw new Error(`no session for ${name}: ${answer.status}`)
    return new WalkPlayer(place.urls, place.boxVersionId, sessionToken)
  }

  /** Opens one box, however often it has to ask. */
  async open(): Promise<Opened> {
    const clientActionId = `walk-${this.#clicks++}`
    const body = JSON.stringify({ clientActionId, reels: [{ reelIndex: 0, boxVersionId: this.#boxVersionId }] })
    const deadline = performance.now() + DECIDED_MS
    for (let tries = 0; performance.now() < deadline; tries++) {
      const answer = await this.#post(this.#urls[(this.#clicks + tries) % this.#urls.length] as string, body)
      if (answer?.status === 200) {
        const opened = (await answer.json()) as Opened
        this.opened.push(opened.round.publicId)
        return opened
      }
      // Nobody there, or not decided yet: the same click again. Anything else is an answer that must not come.
      if (answer !== null && !answer.headers.has('retry-after'))
        throw new Error(`an open was refused: ${answer.status} ${await answer.text()}`)
      await sleep(AGAIN_MS)
    }
    throw new Error(`${clientActionId} was not decided within ${DECIDED_MS / 1000} s`)
  }

  async openUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.open()
      await sleep(AGAIN_MS / 4)
    }
  }

  #post(url: string, body: string): Promise<Response | null> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` }
    return fetch(`${url}/api/play/rounds/open`, { method: 'POST', headers, body }).catch(() => null)
  }
}
