import type { Integration } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../ui/section.tsx'
import classes from './integration.module.css'

type Props = Pick<Integration, 'allowedOrigins' | 'isFramedByAll'> & {
  /** Buttons to change them. */
  children: ReactNode
}

/** The websites that may show the game and the admin in a frame. */
export function OriginsSection({ allowedOrigins, isFramedByAll, children }: Props) {
  return (
    <Section title="Allowed origins" buttons={children}>
      {allowedOrigins.length === 0 ? (
        <Text>
          {isFramedByAll
            ? 'Every website may show the game and the admin in a frame, because this is not production. Add origins before you go live.'
            : 'No website may show the game or the admin in a frame. Add the origin of your casino.'}
        </Text>
      ) : (
        <>
          <Text c="dimmed">Websites that may show the game and the admin in a frame.</Text>
          <ul className={classes.origins}>
            {allowedOrigins.map((origin) => (
              <li key={origin}>{origin}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
