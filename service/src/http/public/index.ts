import type { publicRoutes } from '@coffer/contract/public'
import type { PublicHandler } from '../handlers.ts'
import { boxVersionSnapshot } from './box-version-snapshot.ts'
import { roundProofHandler } from './round-proof.ts'

type PublicHandlers = { [Name in keyof typeof publicRoutes]: PublicHandler<Name> }

export const publicHandlers: PublicHandlers = { boxVersionSnapshot, roundProof: roundProofHandler }
