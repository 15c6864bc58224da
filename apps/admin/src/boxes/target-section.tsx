import { Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { Section } from '../ui/section.tsx'
import { isComposing } from '../ui/shortcuts.tsx'
import classes from './boxes.module.css'
import { allowedText, readTarget } from './target-rtp.ts'
import { ToolButton } from './tool-button.tsx'
import { ToolStatus } from './tool-status.tsx'
import type { DraftTools } from './use-draft-tools.ts'
import type { RtpBounds } from './version-draft.ts'

const TARGET_CHARACTERS = 20

type Props = {
  /** The content of the field. */
  target: string
  bounds: RtpBounds
  isBusy: boolean
  tools: DraftTools
  onChange: (target: string) => void
}

/** Sets the chances or the price of a draft so that it has a given RTP. */
export function TargetSection({ target, bounds, isBusy, tools, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { outcome } = tools
  const withTarget = (tool: (bps: number) => void) => {
    const { bps, fault } = readTarget(target, bounds)
    if (fault === undefined) return tool(bps)
    tools.fail('target-field', fault)
    field.current?.focus()
  }
  const setChances = () => withTarget(tools.setChances)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    // The Enter key would submit the form.
    event.preventDefault()
    if (!isBusy) setChances()
  }
  return (
    <Section title="Target RTP">
      <Text>Locked prizes keep their chances. Set chances also fills empty ones.</Text>
      <div className={classes.choice}>
        <TextInput
          ref={field}
          label="Target RTP (%)"
          description={allowedText(bounds)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={TARGET_CHARACTERS}
          value={target}
          readOnly={isBusy}
          error={outcome?.place === 'target-field' && outcome.text}
          errorProps={{ role: 'alert' }}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => {
            tools.clear()
            onChange(value)
          }}
        />
      </div>
      <Group gap="xs">
        <ToolButton isDisabled={isBusy} onClick={setChances}>
          Set chances
        </ToolButton>
        <ToolButton isDisabled={isBusy} onClick={() => withTarget(tools.setPrice)}>
          Set price
        </ToolButton>
        <ToolStatus tools={tools} place="target" />
      </Group>
    </Section>
  )
}
