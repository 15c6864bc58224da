/** The outline of a grid of boxes or items while it is read. */
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
