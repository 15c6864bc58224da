import type { ComponentChildren } from 'preact'
import { t } from '../kit/words.ts'
import { resume } from './rounds.ts'

/** Stands while the last open is still being confirmed and this tab does not know what it was; then says that it is confirmed. */
export function ResumeNotice({ children }: { children: ComponentChildren }) {
  if (resume.value === null) return null
  return (
    <div class="notice is-info" role="status" data-testid="resume">
      <p>{t(`resume.${resume.value}`)}</p>
      {resume.value === 'waiting' && <div class="notice-actions">{children}</div>}
    </div>
  )
}
