import type { FailureCode } from '@coffer/web'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { failureCode } from '../api/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNoteDrafts } from './note-drafts.tsx'
import { useSession } from './session.tsx'

/** Signs out. It asks first when an unsent note would be lost. */
export function SignOut({ onFailure }: { onFailure: (code: FailureCode) => void }) {
  const { signOut } = useSession()
  const { drafts } = useNoteDrafts()
  const [asks, dialog] = useDisclosure()
  const leave = () => {
    dialog.close()
    signOut().catch((error) => onFailure(failureCode(error)))
  }
  return (
    <>
      <Button
        variant="subtle"
        color="plain"
        justify="flex-start"
        leftSection={<Icon name="leave" />}
        onClick={() => (drafts.size === 0 ? leave() : dialog.open())}
      >
        Sign out
      </Button>
      {asks && (
        <Dialog
          title="Sign out and delete unsent notes?"
          onClose={dialog.close}
          actions={
            <>
              <Button variant="subtle" color="plain" onClick={leave}>
                Sign out
              </Button>
              <Button variant="filled" onClick={dialog.close} data-autofocus>
                Stay
              </Button>
            </>
          }
        >
          <Text>
            Unsent notes: {[...drafts.keys()].map((requestId) => `verification No. ${requestId}`).join(', ')}. Signing
            out deletes them, so that the next person who signs in here cannot read them.
          </Text>
        </Dialog>
      )}
    </>
  )
}
