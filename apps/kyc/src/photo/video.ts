/** What a camera shows: `refused` when a person or a rule said no, `none` when there is none that works, `hidden`
 * when the browser keeps its pictures from the page. */
export type Seen = 'starting' | 'live' | 'refused' | 'none' | 'hidden'

/** Pages without a camera are older browsers, and pages that are not on https. */
export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Shows a camera in a video element until the function that it returns is called: then its light goes out. */
export function openCamera(
  video: HTMLVideoElement,
  facingMode: 'user' | 'environment',
  onSeen: (seen: Seen) => void,
): () => void {
  let isWanted = true
  let stream: MediaStream | null = null
  const wish = { facingMode: { ideal: facingMode }, width: { ideal: 2560 }, height: { ideal: 1440 } }
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: wish, audio: false })
    if (!isWanted) return stop()
    video.srcObject = stream
    await video.play()
    onSeen('live')
  }
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  start().catch((problem: unknown) => {
    const { name } = problem as { name?: string }
    if (isWanted) onSeen(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'none')
  })
  return () => {
    isWanted = false
    stop()
  }
}
