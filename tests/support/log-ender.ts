import { makeLog } from '@coffer/service/platform'

/** A process that logs and then ends as its argument says. It shows over its channel that it goes on, whatever becomes of its lines. */
const log = makeLog('info')
const LINES = Number(process.env.LOG_LINES ?? 500)

function writeLines(): void {
  for (let count = 0; count < LINES; count++) {
    if (count % 2 === 0) log.info({ count }, 'a line')
    else log.plain.info({ requestId: 'req_x', status: count }, 'request')
  }
}

const ENDS: Record<string, () => void> = {
  'by itself': () => {},
  'by process.exit': () => process.exit(3),
  'by an exception': () => {
    throw new Error('a bug')
  },
  'by a rejection': () => void Promise.reject(new Error('a bug')),
  'with a last word': () => {
    makeLog('fatal').fatal({ count: LINES }, 'the last word')
    process.exit(1)
  },
  'when it is told to': () => {
    process.on('message', (word) => {
      if (word === 'end') process.exit(0)
      if (word === 'one more line') log.info({ count: LINES }, 'a line')
      if (word === 'as many again') {
        writeLines()
        process.send?.('written')
      }
    })
    process.send?.('written')
  },
}

writeLines()
ENDS[process.argv[2] ?? '']?.()
