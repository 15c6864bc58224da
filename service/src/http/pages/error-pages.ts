import { ERROR_CODES, ERRORS, type ErrorCode, type ErrorEntry } from '@coffer/contract/errors'
import { html, page, withCode } from './html.ts'

const RETRY: Readonly<Record<ErrorEntry['retry'], string>> = {
  never: 'No: the same request gets the same answer.',
  'same-request': 'Yes: send the same request again, with the same ids.',
  'new-request': 'Not as it is: make a new request.',
}

/** The page that `docUrl` of an error answer leads to. */
export function errorPage(code: ErrorCode): string {
  const { status, message, next, retry } = ERRORS[code]
  return page(
    `${code} – Coffer`,
    html`<h1><code>${code}</code></h1>
<p class="lead">${message}</p>
<dl><dt>HTTP status</dt><dd>${status}</dd><dt>What to do</dt><dd>${withCode(next)}</dd>
<dt>Does a retry help?</dt><dd>${RETRY[retry]}</dd></dl>
<p><a href="/docs/errors">All error codes</a></p>`,
  )
}

/** All codes on one page. */
export function errorListPage(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, message, next } = ERRORS[code as ErrorCode]
    return html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${message}</td>
<td>${withCode(next)}</td></tr>`
  })
  return page(
    'Error codes – Coffer',
    html`<h1>Error codes</h1>
<p class="lead">Every refusal carries one of these in <code>error.code</code>, with a request id that our log knows too.</p>
<div class="scroll"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead>
<tbody>${rows}</tbody></table></div>`,
  )
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}
