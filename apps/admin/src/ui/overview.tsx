import type { ReactNode } from 'react'
import classes from './overview.module.css'
import { Picture } from './picture.tsx'

const PICTURE_SIZE = 160

type Props = {
  imageUrl: string | null
  /** A list of facts. */
  children: ReactNode
}

/** The picture of a row of the catalogue next to its facts. */
export function Overview({ imageUrl, children }: Props) {
  const external = externalPicture(imageUrl)
  return (
    <div className={classes.overview}>
      <div>
        <Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />
        {external !== null && (
          <a className="text-link" href={external} target="_blank" rel="noreferrer noopener">
            Open the picture
          </a>
        )}
      </div>
      {children}
    </div>
  )
}

/** The URL of a picture on another host, which the viewer can open; null for any other. */
function externalPicture(imageUrl: string | null): string | null {
  return imageUrl !== null && /^https?:\/\//i.test(imageUrl) ? imageUrl : null
}
