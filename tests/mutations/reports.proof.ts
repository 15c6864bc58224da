import { after, test } from 'node:test'
import { cloneOfWorkspaces } from '../support/fresh-clone.ts'
import { assertCaught } from './support/assert-caught.ts'
import { readMutations } from './support/mutations.ts'

const copy = cloneOfWorkspaces({ after })
for (const mutation of readMutations('reports')) test(mutation.name, (t) => assertCaught(t, copy, mutation))
