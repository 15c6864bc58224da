import { useState } from 'react'
import { Icon } from './icon.tsx'
import classes from './picture.module.css'

type Props = {
  imageUrl: string | null
  /** Width and height in pixels. */
  size: number
}

/**
 * A picture of the catalogue, or a placeholder: the content security policy allows only pictures that Coffer serves. Give it the URL as its key, so
 * that another picture is tried after one that failed.
 */
export function Picture({ imageUrl, size }: Props) {
  const [hasFailed, setFailed] = useState(false)
  const box = { width: size, height: size }
  if (imageUrl === null || !isServed(imageUrl) || hasFailed) {
    return (
      <span className={classes.placeholder} style={box} aria-hidden="true">
        <Icon name="picture" />
      </span>
    )
  }
  return (
    <img
      className={classes.picture}
      style={box}
      src={imageUrl}
      alt=""
      loading="lazy"
      width={size}
      height={size}
      onError={() => setFailed(true)}
    />
  )
}

/** True for a path that Coffer serves. A URL with two slashes is of another host. */
function isServed(imageUrl: string): boolean {
  return /^\/(?![/\\])/.test(imageUrl)
}
