import { type AdminHandler, ok } from '../handlers.ts'
import { signedInAs } from './signed-in.ts'

export const me: AdminHandler<'me'> = async (_ctx, session) => ok(signedInAs(session))
