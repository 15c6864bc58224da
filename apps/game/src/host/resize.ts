import { tellHost } from './host.ts'

/** Tells the host how high the page is, so that it can fit its frame. */
export function watchHeight(): void {
  let told = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.getElementById('app')!.getBoundingClientRect().height)
    if (height === told) return
    told = height
    tellHost('resize', { height })
  }).observe(document.getElementById('app')!)
}
