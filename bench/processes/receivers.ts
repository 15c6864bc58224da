import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './serve-parent.ts'

/** Receivers of all endpoints of a bench: they read a delivery to its end, note its name, and take it at once. */

const names = new Set<string>()
let receivedCount = 0

await serveParent(async () => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      receivedCount += 1
      names.add(String(request.headers['webhook-id']))
      response.writeHead(200, { 'content-length': '0' }).end()
    })
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answers: { received: () => receivedCount, distinct: () => names.size },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
})
