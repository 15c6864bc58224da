import { Link } from 'wouter'
import classes from './back-link.module.css'
import { Icon } from './icon.tsx'

/** Leads from an opened row back to its list. */
export function BackLink({ href, to }: { href: string; to: string }) {
  return (
    <Link className={classes.back} href={href}>
      <Icon name="back" /> Back to {to}
    </Link>
  )
}
