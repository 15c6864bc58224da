import type { ComponentChildren } from 'preact'
import { Heading } from '../parts/heading.tsx'
import { Icon, type IconName } from '../parts/icons.tsx'

type Props = { name: string; icon: IconName; title: string; lead?: string; children?: ComponentChildren }

/** A screen that tells how it stands, where nothing is filled in. */
export function Told({ name, icon, title, lead, children }: Props) {
  return (
    <section class={`told is-${name}`} data-testid={name}>
      <span class="told-mark">
        <Icon name={icon} />
      </span>
      <Heading title={title} lead={lead} />
      {children}
    </section>
  )
}
