import { sumMinor } from '@coffer/contract/money'
import { Dialog } from '../kit/dialog.tsx'
import { money, plural, t } from '../kit/words.ts'
import { CashBackEntry } from './cash-back-entry.tsx'
import { confirmMany, dropMany, type Entry, isAsked, isUndecided, type Many, many } from './cash-back-many.ts'

/** Asks once about several items, tells how each fares, and asks again about those whose price changed. */
export function CashBackManyDialog() {
  const now = many.value
  if (!now) return null
  const isNew = now.entries.every(({ told }) => told.is === 'waiting') && !now.progress
  const asked = now.entries.filter(isAsked)
  const title = isNew ? plural('many.title', now.entries.length) : t(now.progress ? 'many.working' : 'many.told')
  return (
    <Dialog title={title} canClose={!now.progress} onClose={dropMany}>
      <ul class="many" data-testid="many">
        {now.entries.map((entry) => (
          <CashBackEntry key={entry.offer.item.id} entry={entry} isNew={isNew} />
        ))}
      </ul>
      <div class="dialog-foot">
        <p class="dialog-note" role="status" data-testid="many-status">
          {statusOf(now, isNew)}
        </p>
        <div class="dialog-actions">
          <button
            type="button"
            class="button"
            data-testid="drop-many"
            disabled={now.progress !== null}
            onClick={dropMany}
          >
            {t(isNew || now.progress ? 'app.cancel' : asked.length > 0 ? 'many.keep' : 'many.done')}
          </button>
          {(isNew || asked.length > 0 || now.progress) && (
            <button
              type="button"
              class="button primary"
              data-testid="confirm-many"
              disabled={now.progress !== null}
              onClick={confirmMany}
            >
              {now.progress ? t('cashback.working') : askLabel(asked, isNew)}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function askLabel(asked: readonly Entry[], isNew: boolean): string {
  const amount = totalOf(asked)
  return isNew ? t('cashback.confirm', { amount }) : plural('many.again', asked.length, { amount })
}

function statusOf({ entries, progress }: Many, isNew: boolean): string {
  if (progress) return t('many.progress', { n: progress.told + 1, of: progress.of })
  if (isNew) return t('many.warn')
  const paid = entries.flatMap(({ told }) => (told.is === 'paid' ? [told.item] : []))
  if (paid.length === 0) return t(entries.some(isUndecided) ? 'many.undecided' : 'many.nothingPaid')
  const amount = totalIn(paid.map(({ cashbackMinor: minor, currency }) => ({ minor, currency })))
  return t('many.paid', { n: paid.length, of: entries.length, amount })
}

/** What these items pay together. */
export function totalOf(entries: readonly Entry[]): string {
  return totalIn(entries.map(({ offer }) => ({ minor: offer.cashbackMinor, currency: offer.currency })))
}

/** A sum for each currency: items won before the casino changed its currency keep theirs. */
export function totalIn(amounts: readonly { readonly minor: number; readonly currency: string }[]): string {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  const sumIn = (currency: string) =>
    sumMinor(amounts.filter((one) => one.currency === currency).map((one) => one.minor))
  return currencies.map((currency) => money(sumIn(currency), currency)).join(' + ')
}
