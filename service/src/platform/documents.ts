import { assert, type Clock, type Limits, type Random } from '../kernel/index.ts'
import type { Config } from './config.ts'
import type { DocumentStore } from './document-store.ts'
import { makeDocumentFolder } from './documents-folder.ts'
import { makeDocumentBucket } from './documents-s3.ts'
import { makeHttpClient } from './http-client.ts'
import { hostOf } from './private-hosts.ts'
import { isInTransaction } from './transaction.ts'

export type OwnedDocumentStore = DocumentStore & { close(): Promise<void> }

/** The store that the deployment chose. Nothing is connected or made yet. */
export function makeDocumentStore(
  { documents, environment }: Pick<Config, 'documents' | 'environment'>,
  { limits, clock, random }: { limits: Limits; clock: Clock; random: Random },
): OwnedDocumentStore {
  if (documents.kind === 'folder') {
    return { ...checked(makeDocumentFolder(documents.folder, random), limits), close: async () => {} }
  }
  // A client of its own: this one place may be private, because whoever runs the process named it.
  const host = hostOf(new URL(documents.endpoint))
  const http = makeHttpClient({ environment, allowedPrivateHosts: [host] }, { clock, limits })
  return { ...checked(makeDocumentBucket(documents, { http, limits, clock }), limits), close: () => http.close() }
}

const KEY = /^[a-z0-9]+([/-][a-z0-9]+)*$/
const KEY_CHARACTERS = 200

/** No key leads out of the store, or means something to it; and no transaction waits for one, wherever it is. */
function checked(store: DocumentStore, limits: Pick<Limits, 'documentBytes'>): DocumentStore {
  const known = (key: string) => {
    assert(!isInTransaction(), 'no document is stored or fetched inside a transaction')
    assert(key.length <= KEY_CHARACTERS && KEY.test(key), 'the key of a document is words between slashes')
    return key
  }
  return {
    put: async (key, bytes) => {
      assert(bytes.length <= limits.documentBytes, 'a document is within the limit')
      await store.put(known(key), bytes)
    },
    get: async (key) => store.get(known(key)),
    remove: async (key) => store.remove(known(key)),
  }
}
