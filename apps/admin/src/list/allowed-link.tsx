import { mayDo, type Permission } from '@coffer/contract/permissions'
import type { ReactNode } from 'react'
import { Link, useRouter } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { operatorPath } from './operator-path.ts'

type Props = {
  path: string
  /** The permission that the screen needs. */
  permission: Permission
  operator: string | null
  /** True where leaving the screen would discard what the viewer has entered. */
  isInNewTab?: boolean
  children: ReactNode
}

/** A text, linked to a screen if the viewer may open it. */
export function AllowedLink({ path, permission, operator, isInNewTab = false, children }: Props) {
  const { base } = useRouter()
  const href = operatorPath(path, operator)
  if (!mayDo(useStaff().roles, permission)) return children
  if (!isInNewTab) return <Link href={href}>{children}</Link>
  return (
    <a href={`${base}${href}`} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
