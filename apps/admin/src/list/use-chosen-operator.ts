import { useLocation, useSearch } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { operatorPath } from './operator-path.ts'

/** The operator that staff of the platform have chosen on the current screen. The address contains it. */
export function useChosenOperator() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const isPlatform = useStaff().operator === null
  const operator = (isPlatform && new URLSearchParams(search).get('operator')) || null
  return {
    isPlatform,
    /** Its slug. Null for staff of an operator, who see their own. */
    operator,
    /** True while staff of the platform have to choose one. */
    lacksOperator: isPlatform && operator === null,
    choose: (slug: string) => navigate(operatorPath(path, slug || null)),
  }
}
