import { t } from '../state/words.ts'

/** The outline of the lobby while the session begins. */
export function Loading() {
  return (
    <main class="page" aria-busy="true">
      <p class="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <BoxSkeletons />
    </main>
  )
}

export function BoxSkeletons() {
  return (
    <div class="box-grid" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <div key={place} class="box-card is-empty">
          <div class="vitrine skeleton" />
          <div class="skeleton line" />
          <div class="skeleton line is-short" />
        </div>
      ))}
    </div>
  )
}
