import type { Home, SetUpStep } from '@coffer/contract/admin'
import { Code, Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { SET_UP_TEXT } from '../text/set-up.ts'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/section.tsx'
import classes from './home.module.css'

type Props = { steps: NonNullable<Home['setUp']>; operator: string | null }

/** The steps of the set-up. Every viewer of them may open the screens that they lead to. */
export function SetUpSection({ steps, operator }: Props) {
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <Section title="Set up">
      <Text>
        {doneCount} of {steps.length} done
      </Text>
      <ol className={classes.steps}>
        {steps.map(({ step, isDone }) => (
          <Step key={step} step={step} isDone={isDone} operator={operator} />
        ))}
      </ol>
    </Section>
  )
}

type StepProps = { step: SetUpStep; isDone: boolean; operator: string | null }

function Step({ step, isDone, operator }: StepProps) {
  const { label, description, path, command } = SET_UP_TEXT[step]
  return (
    <li className={classes.step}>
      <span className={isDone ? classes.done : classes.open}>
        <Icon name={isDone ? 'done' : 'open'} />
      </span>
      <div>
        <span className="visually-hidden">{isDone ? 'Done:' : 'Not done:'} </span>
        {path === null || isDone ? (
          <span className={classes.label}>{label}</span>
        ) : (
          <Link className={classes.label} href={operatorPath(path, operator)}>
            {label}
          </Link>
        )}
        {!isDone && (
          <Text c="dimmed">
            {description} {command !== null && <Code className={classes.command}>{command}</Code>}
          </Text>
        )}
      </div>
    </li>
  )
}
