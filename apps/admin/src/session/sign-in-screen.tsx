import { Code, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureText } from '../text/failures.ts'
import { SESSION_LIMITS } from '../text/session-limits.ts'
import { ScreenTitle } from '../ui/screen-title.tsx'
import classes from './sign-in-screen.module.css'
import type { SignedOutReason } from './start-session.ts'

/** `next`: the next step after a failure. */
type Words = { title: string; what: string; next?: string }

/**
 * The page of a browser that has no session: what happened, and how to sign in. `children`: the sign-in methods of staff of the platform. The
 * admin in a frame of a back office is for staff of an operator.
 */
export function SignInScreen({ reason, children }: { reason: SignedOutReason; children: ReactNode }) {
  const { title, what, next } = signInText(reason)
  const isFramed = window.self !== window.top
  return (
    <SignInPage title={title}>
      <Text size="lg">{what}</Text>
      {next !== undefined && <Text>{next}</Text>}
      {!isFramed && children}
      {next === undefined && (
        <Text>
          Staff of an operator: open the admin from your back office, or ask an administrator for a login link.
        </Text>
      )}
      {!isFramed && <CommandHint purpose="create a login link">coffer staff link --email you@example.com</CommandHint>}
    </SignInPage>
  )
}

/** A command that administrators run. `purpose`: a verb and its object. */
export function CommandHint({ purpose, children }: { purpose: string; children: ReactNode }) {
  return (
    <Text c="dimmed">
      Administrators {purpose} on the command line: <Code className={classes.command}>{children}</Code>
    </Text>
  )
}

/** A page that is shown before any screen of the admin can open. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Stack gap="sm">
        <Text className={classes.brand}>Coffer</Text>
        <ScreenTitle title={title} />
        {children}
      </Stack>
    </main>
  )
}

function signInText(reason: SignedOutReason): Words {
  if (reason === 'noSession') return { title: 'Coffer admin', what: 'You are not signed in.' }
  if (reason === 'userSignedOut')
    return { title: 'You are signed out', what: 'No data of your session is kept in this browser.' }
  if (reason === 'STAFF_SESSION_INVALID') {
    const what = `Your session has ended. ${SESSION_LIMITS} Decisions are saved. An unsent note is lost.`
    return { title: 'Sign in again', what }
  }
  if (reason === 'STAFF_LINK_INVALID') {
    const what =
      'This login link is no longer valid. A link works once and for one day, and a newer link replaces an older one.'
    return { title: 'This link cannot be used', what }
  }
  return { title: 'You could not be signed in', ...failureText(reason) }
}
