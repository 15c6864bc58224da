import { type Check, type Verification, verifyRound } from '../src/index.ts'

/** Longer texts are no proof of a round; reading them would only freeze the page. */
const PROOF_LENGTH_LIMIT = 5_000_000
const FETCH_TIMEOUT_MS = 15_000

// Taken before anything is shown, so that the downloaded page starts empty.
const pageSource = `<!doctype html>\n${document.documentElement.outerHTML}`
const byId = element('by-id', HTMLFormElement)
const roundInput = element('round', HTMLInputElement)
const proofInput = element('proof', HTMLTextAreaElement)
const fileInput = element('file', HTMLInputElement)
const verdict = element('verdict', HTMLDivElement)
const checkList = element('checks', HTMLOListElement)

const verdicts: Record<Verification['status'], [headline: string, explanation: string]> = {
  verified: [
    'Verified: the round came out as promised',
    'Every check below holds. Compare the commitment with the one you were shown before you played: then the result was fixed already.',
  ],
  failed: [
    'This proof does not hold',
    'At least one check below fails. Ask the house to explain it, and keep this proof.',
  ],
  unrevealed: [
    'The seed is not revealed yet',
    'What can be checked without the secret seed holds. Change your seed in the game to have it revealed, then verify again.',
  ],
}

element('by-proof', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  verifyText(proofInput.value)
})
fileInput.addEventListener('change', () => verifyFile(fileInput.files?.[0]))
element('download', HTMLButtonElement).addEventListener('click', download)
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  document.body.classList.add('dropping')
})
document.addEventListener('dragleave', () => document.body.classList.remove('dropping'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  document.body.classList.remove('dropping')
  const file = event.dataTransfer?.files[0]
  if (file === undefined) verifyText(event.dataTransfer?.getData('text') ?? '')
  else verifyFile(file)
})

if (location.protocol.startsWith('http')) {
  byId.hidden = false
  const round = new URLSearchParams(location.search).get('round')
  if (round) verifyById(round)
} else {
  element('verify', HTMLButtonElement).classList.add('primary')
}

async function verifyById(round: string): Promise<void> {
  roundInput.value = round
  say('Fetching the proof…', '')
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
    const answer = await fetch(`/fairness/rounds/${encodeURIComponent(round)}`, { credentials: 'omit', signal })
    if (answer.status === 404)
      say('No proof of this round', 'There is no settled round with this id. Look at the id again.')
    else if (answer.ok) verifyText(await answer.text())
    else say('The proof could not be fetched', `The service answered ${answer.status}. Try again in a moment.`)
  } catch {
    say('The proof could not be fetched', 'The service cannot be reached. Try again, or paste the proof below.')
  }
}

async function verifyFile(file: File | undefined): Promise<void> {
  if (file === undefined) return
  if (file.size > PROOF_LENGTH_LIMIT) say('This file is no proof', 'It is far longer than the proof of a round.')
  else verifyText(await file.text())
  fileInput.value = ''
}

function verifyText(text: string): void {
  proofInput.value = text
  if (text.trim() === '') say('There is nothing to verify', 'Paste the proof of a round first.')
  else if (text.length > PROOF_LENGTH_LIMIT) say('This is no proof', 'It is far longer than the proof of a round.')
  else showProof(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function showProof(proof: unknown): void {
  if (proof === undefined)
    say('This is no proof', 'It is not JSON. Copy the whole proof, from the first { to the last }.')
  else show(verifyRound(proof))
}

function show({ status, checks }: Verification): void {
  say(...verdicts[status], status)
  checkList.replaceChildren(...checks.map(checkItem))
  element('result', HTMLElement).focus()
}

function say(headline: string, explanation: string, status = ''): void {
  verdict.className = status
  verdict.replaceChildren(made('strong', '', headline), made('span', '', explanation))
  checkList.replaceChildren()
}

function checkItem({ ok, name, expected, actual }: Check): HTMLElement {
  const item = made('li', ok ? '' : 'wrong')
  const mark = made('span', 'mark', ok ? '✓' : '✗')
  mark.setAttribute('aria-hidden', 'true')
  const title = made('span', '', name)
  title.prepend(made('span', 'unseen-words', ok ? 'Holds: ' : 'Fails: '))
  item.append(mark, title)
  item.append(made('span', 'found', ok ? actual : `It should be: ${expected}. It is: ${actual}.`))
  return item
}

function download(): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([pageSource], { type: 'text/html' }))
  link.download = 'coffer-verify.html'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function made(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${id}`)
}
