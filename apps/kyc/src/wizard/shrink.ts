const LONGEST_SIDE_PIXELS = 2400
const QUALITY = 0.88
const TYPE = 'image/jpeg'

/**
 * A photo as a JPEG of at most 2400 pixels a side, turned upright, so that the 8 MB of a phone are sent in seconds. Null when this browser
 * cannot read it.
 */
export async function shrink(photo: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(photo)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return await drawn(image, image.naturalWidth, image.naturalHeight)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** What a camera shows at this moment, not mirrored. */
export function stillOf(video: HTMLVideoElement): Promise<Blob | null> {
  return drawn(video, video.videoWidth, video.videoHeight)
}

function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')!
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, TYPE, QUALITY))
}
