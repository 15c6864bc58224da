import type { PhotoFault } from '@coffer/contract/kyc'
import { LARGEST_PHOTO_BYTES } from '@coffer/contract/kyc-answers'
import { isAsDrawn } from './canvas-proof.ts'

const LONGEST_SIDE_PIXELS = 2400
const QUALITY = 0.88
const TYPE = 'image/jpeg'

/** Why a photo cannot be sent. `CANVAS_BLOCKED`: the browser lets no page read what it draws, and the file is too large to go as it is. */
export type Fault = PhotoFault | 'CANVAS_BLOCKED'

/**
 * A photo as a JPEG of at most 2400 pixels a side, turned upright, so that the 8 MB of a phone are sent in seconds. Where a browser does not
 * give back what was drawn, the file as it is: the service encodes it again from its pixels, upright and without metadata.
 */
export async function shrink(photo: Blob): Promise<Blob | Fault> {
  const address = URL.createObjectURL(photo)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const small = await drawn(image, image.naturalWidth, image.naturalHeight)
    return small ?? (photo.size <= LARGEST_PHOTO_BYTES ? photo : 'CANVAS_BLOCKED')
  } catch {
    return 'NOT_AN_IMAGE'
  } finally {
    URL.revokeObjectURL(address)
  }
}

/**
 * What a camera shows at this moment, not mirrored; where a browser does not give back what was drawn, a photo that the camera takes. Null
 * where neither can be had.
 */
export async function stillOf(video: HTMLVideoElement): Promise<Blob | null> {
  return (await drawn(video, video.videoWidth, video.videoHeight)) ?? (await takenBy(video))
}

/** Null where the browser does not give back what was drawn. */
async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  try {
    const pen = canvas.getContext('2d')!
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(source, 0, 0, canvas.width, canvas.height)
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY))
    return jpeg !== null && (await isAsDrawn(jpeg, canvas)) ? jpeg : null
  } catch {
    // Some browsers throw instead.
    return null
  }
}

/** Null in a browser that cannot take photos, or not with this camera. */
async function takenBy(video: HTMLVideoElement): Promise<Blob | null> {
  try {
    const [track] = (video.srcObject as MediaStream).getVideoTracks()
    return await new ImageCapture(track!).takePhoto()
  } catch {
    return null
  }
}
