/** Takes from a page what our oldest browsers lack, and what a page lacks that came over plain http from another machine. */
export const OLD_BROWSER = `for (const [owner, names] of [
  [URL, ['canParse', 'parse']],
  [URLSearchParams.prototype, ['size']],
  [AbortSignal, ['any']],
  [Promise, ['withResolvers', 'try']],
  [Array, ['fromAsync']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  [globalThis, ['Iterator', 'requestIdleCallback', 'navigation', 'scheduler', 'Temporal']],
  [Document.prototype, ['startViewTransition']],
  [HTMLElement.prototype, ['showPopover', 'togglePopover', 'hidePopover']],
  [Element.prototype, ['checkVisibility', 'moveBefore']],
  [Crypto.prototype, ['randomUUID', 'subtle']],
  [Navigator.prototype, ['clipboard', 'mediaDevices', 'serviceWorker', 'locks']],
]) for (const name of names) delete owner[name]`
