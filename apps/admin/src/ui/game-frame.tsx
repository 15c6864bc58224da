import type { GamePreview } from '@coffer/contract/admin'
import type { PreviewMessage, PreviewReady } from '@coffer/contract/messages'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './game-frame.module.css'

type Props = {
  /** Data of the preview. The game is updated in place and keeps its player. */
  preview: GamePreview
  title: string
}

/** The game in a frame, with play money. */
export function GameFrame({ preview, title }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  // A game that is loaded again is ready again.
  const [readyCount, setReadyCount] = useState(0)
  // Before the frame can post.
  useLayoutEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const isOurs = source !== null && source === frame.current?.contentWindow
      if (isOurs && isReadyMessage(data)) setReadyCount((before) => before + 1)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    if (readyCount === 0) return
    const message: PreviewMessage = { source: 'coffer-admin', v: 1, type: 'preview', payload: preview }
    // A sandboxed page has an opaque origin, which cannot be a target. The policy of the admin allows no other site in the frame.
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [preview, readyCount])
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src="/play/preview"
      sandbox="allow-scripts allow-forms"
      title={title}
    />
  )
}

function isReadyMessage(data: unknown): data is PreviewReady {
  const message = data as Partial<PreviewReady> | null
  return message?.source === 'coffer-preview' && message.v === 1 && message.type === 'ready'
}
