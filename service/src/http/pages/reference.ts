import type { OpenApi, Operation } from '../openapi/index.ts'
import { type Html, html, page, withCode } from './html.ts'
import { rulesOf, schemaTable } from './schema-table.ts'

/** The API reference as a page without script, from the same document that `/openapi.json` gives. */
export function referencePage(api: OpenApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
  const wallet = Object.values(api.webhooks).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => ({ method, path: '{your wallet address}', operation })),
  )
  const sections = api.tags.map(({ name, description }) => {
    const own = [...operations, ...wallet].filter(({ operation }) => operation.tags.includes(name))
    return html`<h2>${name}</h2><p class="muted">${description}</p>${own.map(operationHtml)}`
  })
  return page(
    'API reference – Coffer',
    html`<h1>API reference</h1>
<p class="lead">${api.info.description}</p>
<p>Machine-readable: <a href="/openapi.json">openapi.json</a>. Base address: <code>${api.servers[0]?.url}</code>.</p>
${signingHtml(api)}${sections}`,
  )
}

type Listed = { method: string; path: string; operation: Operation }

function operationHtml({ method, path, operation }: Listed): Html {
  const body = operation.requestBody?.content['application/json'].schema
  return html`<details id="${operation.operationId}"><summary><span class="method ${method}">${method.toUpperCase()}</span>
<code>${path}</code><span class="muted">${operation.summary}</span></summary><div>
${operation.description ? html`<p>${withCode(operation.description)}</p>` : null}
${parametersHtml(operation)}
${body ? html`<h3>Body</h3>${schemaTable(body, 'required')}` : null}
${answersHtml(operation)}
${codesHtml(operation)}
</div></details>`
}

function parametersHtml({ parameters = [] }: Operation): Html | null {
  if (parameters.length === 0) return null
  const rows = parameters.map(
    (parameter) => html`<tr><td><code>${parameter.name}</code></td><td>${parameter.in}</td>
<td>${parameter.required ? 'required' : 'optional'}</td><td>${rulesOf(parameter.schema)}</td></tr>`,
  )
  return html`<h3>Parameters</h3><div class="scroll"><table><tbody>${rows}</tbody></table></div>`
}

function answersHtml({ responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => status < '300')
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json'].schema
      return html`<h3>Answer <span class="status">${status}</span></h3>${schema ? schemaTable(schema, 'always') : html`<p>${description}</p>`}`
    })
}

function codesHtml(operation: Operation): Html | null {
  const codes = operation['x-error-codes']
  if (codes.length === 0) return null
  return html`<h3>Errors</h3><ul class="chips">${codes.map(
    (code) => html`<li><a href="/docs/errors/${code}"><code>${code}</code></a></li>`,
  )}</ul>`
}

function signingHtml(api: OpenApi): Html {
  const rows = Object.values(api.components.securitySchemes).map(
    (scheme) =>
      html`<tr><td><code>${String(scheme.name ?? 'Authorization')}</code></td><td>${String(scheme.description)}</td></tr>`,
  )
  return html`<h2>Headers that identify</h2><div class="scroll"><table><tbody>${rows}</tbody></table></div>`
}
