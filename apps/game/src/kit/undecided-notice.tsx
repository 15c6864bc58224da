import type { Unanswered } from './answers.ts'

/** `parked` was waited for too long, and can be asked about again. */
type Props = {
  is: Unanswered | 'parked'
  words: { what: string; text: string; checkAgain: string }
  checkAgain: () => void
}

/** What is said while nobody knows yet what became of a click. */
export function UndecidedNotice({ is, words, checkAgain }: Props) {
  return (
    <div class="notice is-info" role="status" data-testid={is === 'slowed' ? 'slowed' : 'confirming'}>
      <p class="notice-what">{words.what}</p>
      <p>{words.text}</p>
      {is === 'parked' && (
        <div class="notice-actions">
          <button type="button" class="button primary" data-testid="check-again" onClick={checkAgain}>
            {words.checkAgain}
          </button>
        </div>
      )}
    </div>
  )
}
