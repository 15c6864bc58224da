import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../kit/words.ts'
import { shown, tries } from './check.ts'
import { fieldId } from './field.tsx'

/** Everything that is wrong with a step, in one place, with a way to each. It takes the focus when somebody wants to go on. */
export function Summary() {
  const ref = useRef<HTMLDivElement>(null)
  const count = tries.value
  useLayoutEffect(() => {
    if (count > 0) ref.current?.focus()
  }, [count])
  if (shown.value.length === 0) return null
  return (
    <section
      class="notice is-danger summary"
      ref={ref}
      tabIndex={-1}
      aria-labelledby="summary-title"
      data-testid="summary"
    >
      <p class="notice-what" id="summary-title">
        {t('summary.title')}
      </p>
      <ul>
        {shown.value.map(({ path, key }) => (
          <li key={path}>
            <button type="button" class="text-button" onClick={() => document.getElementById(fieldId(path))?.focus()}>
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
