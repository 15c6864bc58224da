import { wordsOf } from '../kit/api.ts'
import { Heading } from '../kit/heading.tsx'
import type { Why } from './session.ts'

type Words = { title: string; what: string; next: string }

/** Where somebody is who is not signed in: what happened, and how to come in. */
export function SignInScreen({ why }: { why: Why }) {
  const { title, what, next } = signInWords(why)
  return (
    <main class="page sign-in">
      <Heading title={title} />
      <p class="lead">{what}</p>
      <p>{next}</p>
      <p class="muted">
        Administrators create one on the command line: <code>coffer staff link --email you@example.com</code>
      </p>
    </main>
  )
}

function signInWords(why: Why): Words {
  const next =
    'Open the admin from your own back office, or ask an administrator for a login link and open it in this browser.'
  if (why === 'no-session') return { title: 'Coffer admin', what: 'You are not signed in.', next }
  if (why === 'signed-out') return { title: 'You are signed out', what: 'Nothing of what you saw is kept here.', next }
  if (why === 'STAFF_SESSION_INVALID') {
    const what =
      'Your session has ended: after 30 minutes without a click, or twelve hours in all. What you decided stands; a note that was not sent is gone.'
    return { title: 'Sign in again', what, next }
  }
  if (why === 'STAFF_LINK_INVALID') {
    const what =
      'This login link does not work any more. It works once and for a day, and a newer link takes its place.'
    return { title: 'This link is used up', what, next }
  }
  const words = wordsOf(why)
  return { title: 'You could not be signed in', ...words }
}
