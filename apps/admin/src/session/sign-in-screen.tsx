import { Code, Stack, Text } from '@mantine/core'
import { failureText } from '../text/failures.ts'
import { SESSION_LIMITS } from '../text/session-limits.ts'
import { ScreenTitle } from '../ui/screen-title.tsx'
import classes from './sign-in-screen.module.css'
import type { SignedOutReason } from './start-session.ts'

type Words = { title: string; what: string; next: string }

/** The page of a browser that has no session: what happened, and how to sign in. */
export function SignInScreen({ reason }: { reason: SignedOutReason }) {
  const { title, what, next } = signInText(reason)
  return (
    <main className={classes.page}>
      <Stack gap="sm">
        <Text className={classes.brand}>Coffer</Text>
        <ScreenTitle title={title} />
        <Text size="lg">{what}</Text>
        <Text>{next}</Text>
        <Text c="dimmed">
          Administrators create a login link on the command line:{' '}
          <Code className={classes.command}>coffer staff link --email you@example.com</Code>
        </Text>
      </Stack>
    </main>
  )
}

function signInText(reason: SignedOutReason): Words {
  const next =
    'Open the admin from your own back office, or ask an administrator for a login link and open it in this browser.'
  if (reason === 'noSession') return { title: 'Coffer admin', what: 'You are not signed in.', next }
  if (reason === 'userSignedOut')
    return { title: 'You are signed out', what: 'No data of your session is kept in this browser.', next }
  if (reason === 'STAFF_SESSION_INVALID') {
    const what = `Your session has ended. ${SESSION_LIMITS} Decisions are saved. An unsent note is lost.`
    return { title: 'Sign in again', what, next }
  }
  if (reason === 'STAFF_LINK_INVALID') {
    const what =
      'This login link is no longer valid. A link works once and for one day, and a newer link replaces an older one.'
    return { title: 'This link cannot be used', what, next }
  }
  return { title: 'You could not be signed in', ...failureText(reason) }
}
