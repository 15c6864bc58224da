import type { CursorPair } from '@coffer/contract/shapes'
import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { ActionButton } from './action-button.tsx'
import { focusTitle } from './screen-title.tsx'

type Props = { cursor: CursorPair | undefined; pathOf: (cursor: string) => string }

/** Links to the previous and the next page of a list; empty when there is one page. */
export function Pages({ cursor, pathOf }: Props) {
  if (!cursor?.prev && !cursor?.next) return null
  return (
    <Group component="nav" justify="space-between" aria-label="Pages">
      <PageLink href={cursor.prev && pathOf(cursor.prev)} text="Previous page" />
      <PageLink href={cursor.next && pathOf(cursor.next)} text="Next page" />
    </Group>
  )
}

type ButtonProps = {
  /** Distinguishes the buttons of several tables on a screen. */
  label: string
  cursor: CursorPair
  isBusy: boolean
  onPage: (cursor: string) => void
}

/** Buttons to the previous and the next page of a table within a screen; empty when there is one page. */
export function PageButtons({ label, cursor: { prev, next }, isBusy, onPage }: ButtonProps) {
  if (prev === null && next === null) return null
  // A button without a page stays, so that it keeps the focus.
  const button = (to: string | null, text: string) => (
    <ActionButton variant="default" isBusy={isBusy || to === null} onClick={() => to !== null && onPage(to)}>
      {text}
    </ActionButton>
  )
  return (
    <Group component="nav" justify="space-between" aria-label={label}>
      {button(prev, 'Previous page')}
      {button(next, 'Next page')}
    </Group>
  )
}

function PageLink({ href, text }: { href: string | null; text: string }) {
  if (href === null) return <span />
  return (
    // The page that opens begins at its title, and may not have this link.
    <Button component={Link} href={href} onClick={focusTitle}>
      {text}
    </Button>
  )
}
