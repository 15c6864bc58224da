import { mayDo } from '@coffer/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.ts'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { useStaff } from '../session/session.tsx'
import type { CommandSource, PaletteScreen } from './commands.ts'

/** The data of the palette's commands for the viewer and the current address. */
export function useCommandSource(screens: readonly PaletteScreen[]): CommandSource {
  const { isPlatform, operator } = useChosenOperator()
  const { roles } = useStaff()
  // The same query as that of the choice of an operator on screens.
  const { data } = useQuery({
    queryKey: ['operators'],
    queryFn: async () => (await api.call('listOperators', {})).operators,
    staleTime: 60_000,
    enabled: isPlatform && mayDo(roles, 'operators.read'),
  })
  return useMemo(
    () => ({ screens, isPlatform, operator, operators: data ?? [] }),
    [screens, isPlatform, operator, data],
  )
}
