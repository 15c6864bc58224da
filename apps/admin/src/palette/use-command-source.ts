import { mayDo } from '@coffer/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { OPERATORS_QUERY } from '../list/use-operators.ts'
import { useStaff } from '../session/session.tsx'
import type { CommandSource, PaletteScreen } from './commands.ts'

/** The data of the palette's commands for the viewer and the current address. */
export function useCommandSource(screens: readonly PaletteScreen[]): CommandSource {
  const { isPlatform, operator } = useChosenOperator()
  const { roles } = useStaff()
  const { data } = useQuery({ ...OPERATORS_QUERY, enabled: isPlatform && mayDo(roles, 'operators.read') })
  return useMemo(
    () => ({ screens, isPlatform, operator, operators: data ?? [] }),
    [screens, isPlatform, operator, data],
  )
}
