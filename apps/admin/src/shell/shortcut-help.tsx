import { Button, Kbd, Switch } from '@mantine/core'
import { PALETTE_KEY } from '../palette/palette-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useShortcutSetting } from '../ui/shortcuts.tsx'
import classes from './shell.module.css'

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['j or down', 'next row of a list'],
  ['k or up', 'previous row of a list'],
  ['Enter', 'open it'],
  ['c', 'claim, release or refresh a verification'],
  ['y', 'confirm it: asks once more'],
  ['n', 'reject it: asks for reasons'],
  ['Esc', 'go back'],
  [PALETTE_KEY, 'search or go to a screen'],
  ['?', 'show this list'],
]

/** The list of shortcuts, and the switch that turns them off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [setting, set] = useShortcutSetting()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className={classes.shortcuts}>
        {SHORTCUTS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        checked={setting === 'on'}
        onChange={({ currentTarget }) => set(currentTarget.checked ? 'on' : 'off')}
      />
    </Dialog>
  )
}
