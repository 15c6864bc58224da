/** As a protection against fingerprinting, some browsers return noise, white or nothing when a page reads a canvas. */

/** Samples are so wide and so high, and there are so many in a row of the picture, pixels. */
const SAMPLE_PIXELS = 16
const SAMPLES_IN_A_ROW = 4
const SIDE_PIXELS = SAMPLE_PIXELS * SAMPLES_IN_A_ROW

/** Colours that are drawn below the samples: when they come back, the samples can be believed. */
const MARKS = ['#f00', '#0f0', '#00f', '#000'] as const
const MARK_VALUES = [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]

/** How far a value of 0-255 may be off on average. A JPEG, and a browser that changes pixels by one, stay below; noise is off by 64. */
const MOST_OFF = 10

/** True when a JPEG shows what was drawn on its canvas. */
export async function isAsDrawn(jpeg: Blob, canvas: HTMLCanvasElement): Promise<boolean> {
  const picture = await createImageBitmap(jpeg)
  const read = samplesOf(picture)
  const drawn = samplesOf(canvas)
  picture.close()
  return read !== null && drawn !== null && meanDifference(read, drawn) <= MOST_OFF
}

/** Red, green and blue of pieces from all over a picture, at its own scale; null where the browser returns other pixels than were drawn. */
function samplesOf(picture: HTMLCanvasElement | ImageBitmap): number[] | null {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PIXELS
  canvas.height = SIDE_PIXELS + SAMPLE_PIXELS
  const pen = canvas.getContext('2d')!
  for (let row = 0; row < SAMPLES_IN_A_ROW; row += 1) {
    for (let column = 0; column < SAMPLES_IN_A_ROW; column += 1) {
      const [x, y] = [placeOf(column, picture.width), placeOf(row, picture.height)]
      const [toX, toY] = [column * SAMPLE_PIXELS, row * SAMPLE_PIXELS]
      pen.drawImage(picture, x, y, SAMPLE_PIXELS, SAMPLE_PIXELS, toX, toY, SAMPLE_PIXELS, SAMPLE_PIXELS)
    }
  }
  MARKS.forEach((colour, at) => {
    pen.fillStyle = colour
    pen.fillRect(at * SAMPLE_PIXELS, SIDE_PIXELS, SAMPLE_PIXELS, SAMPLE_PIXELS)
  })
  const marks = MARKS.flatMap((_, at) => valuesOf(pen, (at + 0.5) * SAMPLE_PIXELS, SIDE_PIXELS + SAMPLE_PIXELS / 2, 1))
  return meanDifference(marks, MARK_VALUES) <= MOST_OFF ? valuesOf(pen, 0, 0, SIDE_PIXELS) : null
}

const placeOf = (sample: number, length: number) =>
  Math.floor(((sample + 0.5) * length) / SAMPLES_IN_A_ROW - SAMPLE_PIXELS / 2)

function valuesOf(pen: CanvasRenderingContext2D, x: number, y: number, side: number): number[] {
  return [...pen.getImageData(x, y, side, side).data].filter((_, at) => at % 4 !== 3)
}

function meanDifference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
}
