import { keysOn, setKeysOn } from '../state/keys.ts'
import { Dialog } from './dialog.tsx'

const KEYS: readonly (readonly [string, string])[] = [
  ['j or down', 'next in the queue'],
  ['k or up', 'previous in the queue'],
  ['Enter', 'open it'],
  ['c', 'claim, give back, or look again'],
  ['y', 'confirm: asks once more'],
  ['n', 'reject: asks for reasons'],
  ['Esc', 'back to the queue'],
  ['?', 'these keys'],
]

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <label class="toggle">
        <input type="checkbox" checked={keysOn.value} onChange={(event) => setKeysOn(event.currentTarget.checked)} />
        Single keys act
      </label>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}
