import { html, page } from './html.ts'

/** The page at `/`: what this is, and where to go on. */
export function landingPage(): string {
  return page(
    'Coffer',
    html`<h1>Boxes that anyone can check</h1>
<p class="lead">Coffer runs box-opening games for casinos and shops. Every draw is committed to before it is paid for, and money
is never charged twice or lost.</p>
<ul class="cards">
<li><a href="/docs"><strong>API reference</strong><span class="muted">Player API, backend API, wallet calls, and the envelope
that signs them.</span></a></li>
<li><a href="/openapi.json"><strong>OpenAPI 3.1</strong><span class="muted">The same as a file, for generators and
clients.</span></a></li>
<li><a href="/docs/errors"><strong>Error codes</strong><span class="muted">What each one means, and what to do
next.</span></a></li>
<li><a href="/fairness/verify"><strong>Verify a round</strong><span class="muted">Draw any finished round again, in your own
browser.</span></a></li>
</ul>
<p class="muted">Playing? Start the game from your casino: it opens with a link that is yours alone.</p>`,
  )
}
